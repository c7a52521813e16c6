import { type BarSeries, emptySeries, sliceSeries } from "@vriddhi/core/market/bar-series";

const FIRST_ROOM = 1 << 16;

/** A series that grows: twice as much room whenever it is full. */
export interface GrowingSeries {
  columns: BarSeries;
  length: number;
}

export const beginSeries = (symbol: string): GrowingSeries => ({ columns: emptySeries(symbol, FIRST_ROOM), length: 0 });

export function makeRoom(growing: GrowingSeries): void {
  if (growing.length < growing.columns.length) return;
  const { columns: old } = growing;
  const wider = emptySeries(old.symbol, old.length * 2);
  wider.minute.set(old.minute);
  wider.open.set(old.open);
  wider.high.set(old.high);
  wider.low.set(old.low);
  wider.close.set(old.close);
  wider.volume.set(old.volume);
  growing.columns = wider;
}

export const endSeries = ({ columns, length }: GrowingSeries): BarSeries => sliceSeries(columns, 0, length);
