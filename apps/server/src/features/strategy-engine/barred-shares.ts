import fs from "node:fs/promises";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Logger } from "../../platform/log/logger.ts";
import type { ShareNumbers } from "./share-numbers.ts";

export type BarReason = "not_listed" | "under_surveillance";

interface BarredDeps {
  readonly numbers: ShareNumbers;
  /** A file that the operator maintains: no broker's instrument list carries the exchange's surveillance lists. */
  readonly surveillanceFile: string;
  /** ISINs that at least one broker lists for ordinary trading on that day; empty while no list is loaded. */
  listedOn(day: IstDate): Promise<ReadonlySet<string>>;
  readonly log: Logger;
}

const SYMBOL = /^[A-Z0-9][A-Z0-9&_-]{0,19}$/;

/** One symbol per line, then anything; # starts a comment. The result counts lines without a symbol. */
export function readSurveillance(text: string): { readonly symbols: ReadonlySet<string>; readonly unread: number } {
  const firsts = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => (line.split(/[\s,;]/)[0] ?? "").toUpperCase());
  const symbols = new Set(firsts.filter((first) => SYMBOL.test(first)));
  return { symbols, unread: firsts.filter((first) => !SYMBOL.test(first)).length };
}

async function readList({ surveillanceFile, log }: BarredDeps): Promise<ReadonlySet<string>> {
  let text: string;
  try {
    text = await fs.readFile(surveillanceFile, "utf8");
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ENOENT")
      log.error({ err: cause }, "strategy: surveillance list unreadable");
    return new Set();
  }
  const { symbols, unread } = readSurveillance(text);
  if (unread > 0) log.warn({ unread }, "strategy: surveillance list has lines without a symbol");
  return symbols;
}

/** Shares excluded on `day`, by ISIN. The index is in no instrument list and is never excluded. */
export const createBarredShares =
  (deps: BarredDeps) =>
  async (day: IstDate): Promise<ReadonlyMap<string, BarReason>> => {
    const { numbers } = deps;
    const watched = await readList(deps);
    const listed = await deps.listedOn(day);
    const barred = new Map<string, BarReason>();
    for (const [share, { isin, symbol }] of numbers.shares.entries()) {
      if (share === numbers.index) continue;
      if (watched.has(symbol)) barred.set(isin, "under_surveillance");
      else if (listed.size > 0 && !listed.has(isin)) barred.set(isin, "not_listed");
    }
    return barred;
  };
