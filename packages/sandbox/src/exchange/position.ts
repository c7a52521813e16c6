export interface PositionState {
  /** Negative is short. */
  net: number;
  /** Cost of the open shares, or proceeds when short; never negative. */
  openValue: number;
  buyQuantity: number;
  buyValue: number;
  sellQuantity: number;
  sellValue: number;
  realised: number;
}

export const emptyPosition = (): PositionState => ({
  net: 0,
  openValue: 0,
  buyQuantity: 0,
  buyValue: 0,
  sellQuantity: 0,
  sellValue: 0,
  realised: 0,
});

/** floor(value × part / whole) in exact integers. The last part takes the remainder: no paisa is lost. */
export function shareRoundedDown(value: number, part: number, whole: number): number {
  const each = Math.floor(value / whole);
  return each * part + Math.floor(((value - each * whole) * part) / whole);
}

/** Closes what it can at average cost, and opens the rest. Realised plus open value is always exact. */
export function applyFill(position: PositionState, isBuy: boolean, quantity: number, price: number): void {
  const value = quantity * price;
  if (isBuy) {
    position.buyQuantity += quantity;
    position.buyValue += value;
  } else {
    position.sellQuantity += quantity;
    position.sellValue += value;
  }
  const signed = isBuy ? quantity : -quantity;
  const open = Math.abs(position.net);
  const closing = Math.sign(signed) === -Math.sign(position.net) ? Math.min(open, quantity) : 0;
  if (closing > 0) {
    const cost = shareRoundedDown(position.openValue, closing, open);
    position.realised += isBuy ? cost - closing * price : closing * price - cost;
    position.openValue -= cost;
  }
  position.openValue += (quantity - closing) * price;
  position.net += signed;
}

export const unrealisedAt = (position: PositionState, price: number): number =>
  position.net * price - Math.sign(position.net) * position.openValue;

/** Nearest paisa; 0 for none. */
export const averageOf = (value: number, quantity: number): number =>
  quantity === 0 ? 0 : Math.round(value / quantity);
