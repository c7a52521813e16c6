import { assert } from "../../shared/assert.ts";
import { type BarEvent, type Decision, NO_DECISIONS, type Strategy } from "../strategy-port.ts";

export interface DonchianSettings {
  /** Follows a close beyond the high or low of this many bars. */
  readonly entryBars: number;
  /** A close beyond the opposite edge of this many bars exits. */
  readonly exitBars: number;
}

interface ChannelState {
  readonly highs: Int32Array;
  readonly lows: Int32Array;
  readonly seen: Int32Array;
  /** The last decision: 1 long, -1 short, 0 flat. */
  readonly side: Int8Array;
}

/** Follows a close outside the channel of the previous bars; the bar itself is not part of its channel. */
export function donchian({ entryBars, exitBars }: DonchianSettings): Strategy<ChannelState> {
  assert(exitBars >= 1 && exitBars <= entryBars, "the exit channel is not longer than the entry channel");
  return {
    name: `donchian-${entryBars}-${exitBars}`,
    start: ({ length }) => ({
      highs: new Int32Array(length * entryBars),
      lows: new Int32Array(length * entryBars),
      seen: new Int32Array(length),
      side: new Int8Array(length),
    }),
    step(state, event) {
      if (event.kind !== "bar") return NO_DECISIONS;
      const decisions = (state.seen[event.symbol] as number) < entryBars ? NO_DECISIONS : decide(state, event);
      keep(state, event);
      return decisions;
    },
  };

  function keep(state: ChannelState, { symbol, high, low }: BarEvent): void {
    const count = state.seen[symbol] as number;
    state.highs[symbol * entryBars + (count % entryBars)] = high;
    state.lows[symbol * entryBars + (count % entryBars)] = low;
    state.seen[symbol] = count + 1;
  }

  function highest({ highs, seen }: ChannelState, symbol: number, bars: number): number {
    const count = seen[symbol] as number;
    let top = 0;
    for (let back = 1; back <= bars; back += 1) {
      const high = highs[symbol * entryBars + ((count - back) % entryBars)] as number;
      if (high > top) top = high;
    }
    return top;
  }

  function lowest({ lows, seen }: ChannelState, symbol: number, bars: number): number {
    const count = seen[symbol] as number;
    let bottom = 0x7fffffff;
    for (let back = 1; back <= bars; back += 1) {
      const low = lows[symbol * entryBars + ((count - back) % entryBars)] as number;
      if (low < bottom) bottom = low;
    }
    return bottom;
  }

  function decide(state: ChannelState, bar: BarEvent): readonly Decision[] {
    const { symbol, close } = bar;
    const side = state.side[symbol] as number;
    if (side <= 0 && close > highest(state, symbol, entryBars)) return enter(state, bar, 1);
    if (side >= 0 && close < lowest(state, symbol, entryBars)) return enter(state, bar, -1);
    const isLongOver = side > 0 && close < lowest(state, symbol, exitBars);
    const isShortOver = side < 0 && close > highest(state, symbol, exitBars);
    if (!isLongOver && !isShortOver) return NO_DECISIONS;
    state.side[symbol] = 0;
    return [{ kind: "exit", symbol, reason: "closed beyond the channel's other edge" }];
  }

  function enter(state: ChannelState, { symbol, close }: BarEvent, direction: number): readonly Decision[] {
    state.side[symbol] = direction;
    const isUp = direction > 0;
    return [
      {
        kind: "enter",
        symbol,
        side: isUp ? "buy" : "sell",
        price: close,
        limit: null,
        stop: null,
        target: null,
        medianTurnover: null,
        reason: isUp ? "closed above the channel" : "closed below the channel",
      },
    ];
  }
}
