import { type OrderState, USUAL } from "./order-state.ts";

type Usual = keyof typeof USUAL;

const usuals = Object.entries(USUAL) as readonly [Usual, null | false][];

/** A stored state: omits default values, because every change writes and reads it. */
export type CompactState = Omit<OrderState, Usual> & Partial<Pick<OrderState, Usual>>;

export function compactState(state: OrderState): CompactState {
  const stored: { -readonly [K in keyof OrderState]?: OrderState[K] | undefined } = { ...state };
  for (const [key, usual] of usuals) if (stored[key] === usual) stored[key] = undefined;
  return stored as CompactState;
}

export const wholeState = (stored: CompactState): OrderState => ({ ...USUAL, ...stored });
