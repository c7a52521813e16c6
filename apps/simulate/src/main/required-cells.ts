import type { OrderLeg, OrderStatus } from "@vriddhi/core/order/order-state";

type Met = `${OrderLeg} ${OrderStatus}`;

/** States in which a fault could lose or double something, counted at the instant of the fault. */
const required: Readonly<Record<string, readonly Met[]>> = {
  "process killed": [
    "entry sending",
    "entry accepted",
    "entry partly_filled",
    "entry unknown",
    "entry abandoned",
    "exit sending",
    "exit accepted",
    "exit unknown",
    "exit abandoned",
  ],
  "process paused": ["entry sending", "entry unknown", "exit accepted", "exit abandoned"],
  "store-down": ["entry sending", "entry accepted", "entry unknown", "exit sending", "exit accepted", "exit abandoned"],
  "commits-lost": ["entry sending", "entry unknown", "exit accepted", "exit abandoned"],
  "session-ends": ["entry unknown", "entry abandoned", "exit accepted", "exit unknown"],
  "kill-switch": ["entry unknown", "exit accepted", "exit unknown"],
  "broker-squares-off": ["exit accepted", "exit abandoned"],
  "person-sells": ["exit accepted"],
  "person-buys": ["exit accepted"],
  "feed-frozen": ["entry abandoned", "exit accepted", "exit unknown"],
  "bad-tick": ["exit accepted"],
  gap: ["entry unknown", "exit accepted", "exit unknown"],
  slide: ["entry unknown", "exit accepted"],
  halt: ["exit accepted"],
  "timeout of a book": ["exit accepted"],
  "http500 of a book": ["exit accepted"],
  "pause of a book": ["exit accepted"],
  "book-lag of a book": ["exit accepted"],
  "expire-session of a book": ["exit accepted"],
  "position-lag of positions": ["exit accepted"],
};

export const requiredCells: readonly string[] = Object.entries(required).flatMap(([happening, states]) =>
  states.map((state) => `${happening} × ${state}`),
);
