import fs from "node:fs";
import path from "node:path";
import { readBarFile } from "../../bars/bar-file.ts";
import { type AuctionFindings, measureClosingAuctions } from "./closing-auctions.ts";
import { type MinuteRangeFindings, measureMinuteRanges } from "./minute-ranges.ts";
import { measureOpeningRanges, type OpeningRangeFindings } from "./opening-ranges.ts";
import { type ShareDay, wholeDays } from "./share-day.ts";

/** What the articles say of real minutes. Kept in a file, because the bars are no part of the repository. */
export interface Measured {
  readonly shares: readonly string[];
  readonly from: string;
  readonly until: string;
  readonly sessions: number;
  readonly openingRanges: OpeningRangeFindings;
  readonly minuteRanges: MinuteRangeFindings;
  readonly auctions: AuctionFindings;
}

const INDEX = "NIFTY50";

export async function measureBars(folder: string): Promise<Measured> {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".csv.gz") && !name.startsWith(INDEX));
  const days: ShareDay[] = [];
  for (const name of files.sort()) days.push(...wholeDays(await readBarFile(path.join(folder, name))));
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  return {
    shares: [...new Set(days.map(({ series }) => series.symbol))],
    from: dates[0] ?? "",
    until: dates.at(-1) ?? "",
    sessions: dates.length,
    openingRanges: measureOpeningRanges(days),
    minuteRanges: measureMinuteRanges(days),
    auctions: measureClosingAuctions(days),
  };
}

export const renderMeasured = (measured: Measured): string => `${JSON.stringify(measured, null, 2)}\n`;
