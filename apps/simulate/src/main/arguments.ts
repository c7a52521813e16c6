import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { mutants } from "../mutants/mutants.ts";

export interface Wish {
  readonly seeds: number;
  readonly from: number;
  /** `null` for the unchanged product. */
  readonly plant: string | null;
  /** Prints every line of the trace. */
  readonly isTraced: boolean;
}

export const USAGE = `Usage: npm run simulate -- --seeds N [--from K] [--plant NAME] [--trace]
  Runs trading days with injected faults, one for each seed, and checks every rule; with a plant, the product has that bug.
Plants: ${Object.keys(mutants).join(", ")}`;
const WHOLE = /^\d{1,9}$/;

type Take = (wish: Wish, value: string) => Wish | null;

const takes: Readonly<Record<string, Take>> = {
  "--seeds": (wish, value) => (WHOLE.test(value) && Number(value) > 0 ? { ...wish, seeds: Number(value) } : null),
  "--from": (wish, value) => (WHOLE.test(value) ? { ...wish, from: Number(value) } : null),
  "--plant": (wish, value) => (Object.hasOwn(mutants, value) ? { ...wish, plant: value } : null),
};

/** Parses the arguments; the error is a sentence for the user. */
export function readArguments(words: readonly string[]): Result<Wish, string> {
  const isTraced = words.includes("--trace");
  const rest = words.filter((word) => word !== "--trace");
  let wish: Wish = { seeds: 100, from: 1, plant: null, isTraced };
  for (let index = 0; index < rest.length; index += 2) {
    const [word = "", value = ""] = rest.slice(index, index + 2);
    const taken = (Object.hasOwn(takes, word) ? takes[word]?.(wish, value) : null) ?? null;
    if (taken === null) return err(`Not understood: ${`${word} ${value}`.trim()}\n${USAGE}`);
    wish = taken;
  }
  return ok(wish);
}
