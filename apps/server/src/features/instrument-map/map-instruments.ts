import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface MappedInstrument extends BrokerInstrument {
  /** Another symbol than the last time it was seen: not tradable on that day. */
  readonly isRenamed: boolean;
}

/** As it was seen last. */
export interface KnownInstrument {
  readonly symbol: string;
  readonly seenOn: IstDate;
  readonly isRenamed: boolean;
}

function wasRenamed(known: KnownInstrument | undefined, symbol: string, day: IstDate): boolean {
  if (known === undefined) return false;
  // a second look on the same day must not forget what the first found
  return known.symbol !== symbol || (known.seenOn === day && known.isRenamed);
}

/**
 * A broker's list by ISIN. Where the broker names none, the symbol leads to it through `isins`; a symbol that nobody
 * knows, and an ISIN that two entries claim, are left out.
 */
export function mapInstruments(
  list: readonly BrokerInstrument[],
  isins: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, KnownInstrument>,
  day: IstDate,
): readonly MappedInstrument[] {
  const mapped = new Map<string, MappedInstrument | "claimed twice">();
  for (const instrument of list) {
    const isin = instrument.isin === "" ? isins.get(instrument.symbol) : instrument.isin;
    if (isin === undefined) continue;
    const isRenamed = wasRenamed(known.get(isin), instrument.symbol, day);
    mapped.set(isin, mapped.has(isin) ? "claimed twice" : { ...instrument, isin, isRenamed });
  }
  return [...mapped.values()].filter((entry) => entry !== "claimed twice");
}
