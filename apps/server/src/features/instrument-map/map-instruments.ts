import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface MappedInstrument extends BrokerInstrument {
  /** The symbol changed since the last list: not tradable on that day. */
  readonly isRenamed: boolean;
}

export interface KnownInstrument {
  readonly symbol: string;
  readonly seenOn: IstDate;
  readonly isRenamed: boolean;
}

function wasRenamed(known: KnownInstrument | undefined, symbol: string, day: IstDate): boolean {
  if (known === undefined) return false;
  // A second read on the same day must keep the first one's result.
  return known.symbol !== symbol || (known.seenOn === day && known.isRenamed);
}

/** Without a given ISIN, `isins` maps the symbol; unknown symbols and ISINs claimed twice are left out. */
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
