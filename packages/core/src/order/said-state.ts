import { type OrderState, USUAL } from "./order-state.ts";

type Usual = keyof typeof USUAL;

const usuals = Object.entries(USUAL) as readonly [Usual, null | false][];

/** A state as it is stored: without what is usual, because every word is written and read with every change. */
export type SaidState = Omit<OrderState, Usual> & Partial<Pick<OrderState, Usual>>;

/** What is usual becomes undefined, which JSON leaves out. */
export function saidState(state: OrderState): SaidState {
  const said: { -readonly [K in keyof OrderState]?: OrderState[K] | undefined } = { ...state };
  for (const [key, usual] of usuals) if (said[key] === usual) said[key] = undefined;
  return said as SaidState;
}

export const wholeState = (said: SaidState): OrderState => ({ ...USUAL, ...said });
