import fs from "node:fs";
import path from "node:path";
import { UNIVERSE } from "@vriddhi/core/strategy/universe";

/** Where a back-test takes its bars from. */
export type BarSource = { readonly kind: "files"; readonly folder: string } | { readonly kind: "synthetic" };

export interface BarShelf {
  readonly kind: BarSource["kind"];
  readonly symbols: readonly string[];
  /** What holds all these shares; a list of those that nothing holds. */
  find(symbols: readonly string[]): BarSource | { readonly missing: readonly string[] };
}

export type OpenBarShelf = () => BarShelf;

/** The five-minute bars first: the strategy was trained on such, and they reach further back. */
const SUBFOLDERS = ["bars5m", "bars1m", "."];
const BAR_FILE = /^([A-Z0-9][A-Z0-9&_-]{0,19})\.csv(\.gz)?$/;

interface Folder {
  readonly folder: string;
  readonly symbols: ReadonlySet<string>;
}

function readFolder(folder: string): Folder {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return { folder, symbols: new Set(names.flatMap((name) => BAR_FILE.exec(name)?.[1] ?? [])) };
}

const synthetic: BarShelf = {
  kind: "synthetic",
  symbols: UNIVERSE.map(({ symbol }) => symbol),
  find: () => ({ kind: "synthetic" }),
};

/** The bar files beneath `dataFolder` as they lie there now; the synthetic market where there are none. */
export function openBarShelf(dataFolder: string | null): BarShelf {
  if (dataFolder === null) return synthetic;
  const folders = SUBFOLDERS.map((name) => readFolder(path.join(dataFolder, name)));
  const known = new Set(folders.flatMap(({ symbols }) => [...symbols]));
  if (known.size === 0) return synthetic;
  return {
    kind: "files",
    symbols: [...known].sort(),
    find(symbols) {
      const whole = folders.find((each) => symbols.every((symbol) => each.symbols.has(symbol)));
      if (whole !== undefined) return { kind: "files", folder: whole.folder };
      const unknown = symbols.filter((symbol) => !known.has(symbol));
      return { missing: unknown.length > 0 ? unknown : symbols };
    },
  };
}
