import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { mutants } from "../mutants/mutants.ts";

export interface Options {
  readonly seeds: number;
  readonly from: number;
  /** `null` for the unchanged product. */
  readonly mutant: string | null;
  readonly isTraced: boolean;
}

export const USAGE = `Usage: npm run simulate -- --seeds N [--from K] [--mutant NAME] [--trace]
  Runs trading days with injected faults, one for each seed, and checks every rule; with a mutant, the product has that seeded bug.
Mutants: ${Object.keys(mutants).join(", ")}`;
const WHOLE = /^\d{1,9}$/;

type Take = (options: Options, value: string) => Options | null;

const takeMutant: Take = (options, value) => (Object.hasOwn(mutants, value) ? { ...options, mutant: value } : null);

const takes: Readonly<Record<string, Take>> = {
  "--seeds": (options, value) => (WHOLE.test(value) && Number(value) > 0 ? { ...options, seeds: Number(value) } : null),
  "--from": (options, value) => (WHOLE.test(value) ? { ...options, from: Number(value) } : null),
  "--mutant": takeMutant,
  // The former name, kept as an alias.
  "--plant": takeMutant,
};

export function readArguments(words: readonly string[]): Result<Options, string> {
  const isTraced = words.includes("--trace");
  const rest = words.filter((word) => word !== "--trace");
  let options: Options = { seeds: 100, from: 1, mutant: null, isTraced };
  for (let index = 0; index < rest.length; index += 2) {
    const [word = "", value = ""] = rest.slice(index, index + 2);
    const taken = (Object.hasOwn(takes, word) ? takes[word]?.(options, value) : null) ?? null;
    if (taken === null) return err(`Not understood: ${`${word} ${value}`.trim()}\n${USAGE}`);
    options = taken;
  }
  return ok(options);
}
