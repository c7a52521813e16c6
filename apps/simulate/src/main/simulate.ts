import { runDay } from "../day/run-day.ts";
import type { Mutant } from "../mutants/mutant.ts";
import { mutants } from "../mutants/mutants.ts";
import { planDay } from "../plan/day-plan.ts";
import { type Options, readArguments, USAGE } from "./arguments.ts";
import { missingCells, tableText, violationText } from "./report.ts";

/** From this many days on, every required cell must have occurred. */
const FULL_RUN = 1_000;
const TELLS_EVERY = 100;

const addCells = (all: Map<string, number>, cells: ReadonlyMap<string, number>): void => {
  for (const [cell, count] of cells) all.set(cell, (all.get(cell) ?? 0) + count);
};

async function live(seed: number, { mutant, isTraced }: Options, cells: Map<string, number>): Promise<boolean> {
  const mutated: Mutant | undefined = mutant === null ? {} : mutants[mutant];
  const outcome = await runDay(planDay(seed, mutated?.favours), mutated, isTraced ? (line) => console.log(line) : null);
  addCells(cells, outcome.cells);
  if (isTraced) console.log(`trace ${outcome.hash}`);
  const [first] = outcome.violations;
  if (first !== undefined) console.log(violationText(first, mutant));
  return first === undefined;
}

/** A run with a mutant ends with the first violation, which proves the detection. */
async function simulate(options: Options): Promise<number> {
  const { seeds, from, mutant } = options;
  const cells = new Map<string, number>();
  let violations = 0;
  let days = 0;
  let isWanted = true;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      isWanted = false;
    });
  while (isWanted && days < seeds && (mutant === null || violations === 0)) {
    violations += (await live(from + days, options, cells)) ? 0 : 1;
    days++;
    if (days % TELLS_EVERY === 0)
      console.error(`${days} days so far, up to seed ${from + days - 1}: ${violations} violations`);
  }
  console.log(tableText(cells));
  const missing = days >= FULL_RUN && mutant === null ? missingCells(cells) : [];
  for (const cell of missing) console.log(`never happened: ${cell}`);
  console.log(`${days} days, ${violations} violations`);
  return violations + missing.length > 0 ? 1 : 0;
}

const words = process.argv.slice(2);
const options = readArguments(words);
if (words.includes("--help") || words.includes("-h")) console.log(USAGE);
else if (options.ok) process.exitCode = await simulate(options.value);
else {
  console.error(options.error);
  process.exitCode = 2;
}
