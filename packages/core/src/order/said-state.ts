import { type OrderState, USUAL } from "./order-state.ts";

type Usual = keyof typeof USUAL;

const usuals = Object.entries(USUAL) as readonly [Usual, null | false][];

/** A stored state: omits default values, because every change writes and reads it. */
export type SaidState = Omit<OrderState, Usual> & Partial<Pick<OrderState, Usual>>;

export function saidState(state: OrderState): SaidState {
  const said: { -readonly [K in keyof OrderState]?: OrderState[K] | undefined } = { ...state };
  for (const [key, usual] of usuals) if (said[key] === usual) said[key] = undefined;
  return said as SaidState;
}

export const wholeState = (said: SaidState): OrderState => ({ ...USUAL, ...said });
