import type { OrderState } from "./order-state.ts";

/** What a stored state does not say, because it is so for most orders: every word is written and read with every change. */
const UNSAID = {
  orderId: null,
  reason: null,
  brokerReason: null,
  claimedAt: null,
  isProvedUnsent: false,
  isResetProved: false,
  unknownSince: null,
  wasGivenUp: false,
  lateSince: null,
  isFinalInBook: false,
  seenAt: null,
  filledSeenAt: null,
} as const satisfies Partial<OrderState>;

type Unsaid = keyof typeof UNSAID;

const unsaid = Object.entries(UNSAID) as readonly [Unsaid, null | false][];

/** A state as it is stored: without what is usual. */
export type SaidState = Omit<OrderState, Unsaid> & Partial<Pick<OrderState, Unsaid>>;

/** What is usual becomes undefined, which JSON leaves out. */
export function saidState(state: OrderState): SaidState {
  const said: { -readonly [K in keyof OrderState]?: OrderState[K] | undefined } = { ...state };
  for (const [key, usual] of unsaid) if (said[key] === usual) said[key] = undefined;
  return said as SaidState;
}

export const wholeState = (said: SaidState): OrderState => ({ ...UNSAID, ...said });
