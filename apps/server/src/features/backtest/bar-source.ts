import fs from "node:fs";
import path from "node:path";
import { UNIVERSE } from "@vriddhi/core/strategy/universe";

export type BarSource =
  | { readonly kind: "files"; readonly name: string; readonly folder: string }
  | { readonly kind: "synthetic" };

interface BarFolder {
  readonly name: string;
  readonly symbols: readonly string[];
}

export type NoSource = { readonly missing: readonly string[] } | { readonly unknownFolder: string };

export interface BarShelf {
  readonly kind: BarSource["kind"];
  readonly symbols: readonly string[];
  readonly folders: readonly BarFolder[];
  /** The requested folder, or for `null` the first with all these shares; or what is missing. */
  find(symbols: readonly string[], wanted: string | null): BarSource | NoSource;
}

export type OpenBarShelf = () => BarShelf;

const SYNTHETIC = "synthetic";
const TOP = "top";
/** Five-minute bars first: the strategy was trained on them, and they reach further back. */
const FIRST_FOLDERS = ["bars5m", "bars1m"];
const BAR_FILE = /^([A-Z0-9][A-Z0-9&_-]{0,19})\.csv(\.gz)?$/;
const FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

interface Folder {
  readonly name: string;
  readonly folder: string;
  readonly symbols: ReadonlySet<string>;
}

function readFolder(name: string, folder: string): Folder {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return { name, folder, symbols: new Set(names.flatMap((each) => BAR_FILE.exec(each)?.[1] ?? [])) };
}

function namesIn(dataFolder: string): readonly string[] {
  if (!fs.existsSync(dataFolder)) return [];
  const found = fs
    .readdirSync(dataFolder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && FOLDER_NAME.test(each.name) && each.name !== SYNTHETIC)
    .map(({ name }) => name)
    .sort();
  return [
    ...FIRST_FOLDERS.filter((name) => found.includes(name)),
    ...found.filter((name) => !FIRST_FOLDERS.includes(name)),
  ];
}

const synthetic: BarShelf = {
  kind: "synthetic",
  symbols: UNIVERSE.map(({ symbol }) => symbol),
  folders: [],
  find: (_, wanted) => (wanted === null || wanted === SYNTHETIC ? { kind: "synthetic" } : { unknownFolder: wanted }),
};

function findIn(folders: readonly Folder[], symbols: readonly string[], wanted: string | null): BarSource | NoSource {
  if (wanted === SYNTHETIC) return { kind: "synthetic" };
  const asked = wanted === null ? folders : folders.filter(({ name }) => name === wanted);
  if (wanted !== null && asked.length === 0) return { unknownFolder: wanted };
  const whole = asked.find((each) => symbols.every((symbol) => each.symbols.has(symbol)));
  if (whole !== undefined) return { kind: "files", name: whole.name, folder: whole.folder };
  const unknown = symbols.filter((symbol) => !asked.some((each) => each.symbols.has(symbol)));
  return { missing: unknown.length > 0 ? unknown : symbols };
}

export function openBarShelf(dataFolder: string | null): BarShelf {
  if (dataFolder === null) return synthetic;
  const folders = [
    ...namesIn(dataFolder).map((name) => readFolder(name, path.join(dataFolder, name))),
    readFolder(TOP, dataFolder),
  ].filter(({ symbols }) => symbols.size > 0);
  if (folders.length === 0) return synthetic;
  return {
    kind: "files",
    symbols: [...new Set(folders.flatMap(({ symbols }) => [...symbols]))].sort(),
    folders: folders.map(({ name, symbols }) => ({ name, symbols: [...symbols].sort() })),
    find: (symbols, wanted) => findIn(folders, symbols, wanted),
  };
}
