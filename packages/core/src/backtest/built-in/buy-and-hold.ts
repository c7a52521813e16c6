import { type Decision, NO_DECISIONS, type Strategy } from "../strategy-port.ts";

interface HoldState {
  readonly isBought: Uint8Array;
}

/** Buys every share at its first bar and never sells: the baseline of doing nothing. */
export function buyAndHold(): Strategy<HoldState> {
  return {
    name: "hold",
    start: ({ length }) => ({ isBought: new Uint8Array(length) }),
    step({ isBought }, event): readonly Decision[] {
      if (event.kind !== "bar" || isBought[event.symbol] === 1) return NO_DECISIONS;
      const { symbol, close } = event;
      isBought[symbol] = 1;
      return [
        {
          kind: "enter",
          symbol,
          side: "buy",
          price: close,
          limit: null,
          stop: null,
          target: null,
          medianTurnover: null,
          reason: "the first bar",
        },
      ];
    },
  };
}
