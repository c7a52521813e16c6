import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { expect, it } from "vitest";
import { STORED_UNREAD } from "./admin-order.texts.ts";
import { createBulkPlacing, type PlacingDeps } from "./bulk-placing.ts";

it("a repeated bulk order reports stored and unknown, never success, when its placement cannot be read", async () => {
  const humanClock = createVirtualClock();
  const placement = { id: "a", byUserId: "b", byName: null, source: "desk", placedAt: humanClock.now(), rows: [] };
  const placing = createBulkPlacing({
    humanClock,
    timers: { after: () => () => undefined },
    store: { find: async () => placement },
    placements: { awaitStates: async () => null },
  } as unknown as PlacingDeps);
  expect(await placing.reportStored("a", 1)).toMatchObject({
    isWhole: false,
    placementId: "a",
    errors: [STORED_UNREAD],
  });
});
