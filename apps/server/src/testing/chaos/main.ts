// npm run chaos -- [rounds] [seed] [--keep FILE] [--desk] [--day]: injects faults into a running product and checks the
// exchange's own books. With a file the rounds run in portions of ten, each recorded when it is checked; the same
// command continues with the rest. --desk: after the rounds also faults around bulk and scheduled orders and in the API
// process. --day: instead of rounds a day of the strategy's own signals until 15:12, with two engines and two workers
// that are killed. SIGUSR2 ends it after the current round, with a verdict.
import { readCommandArguments } from "@vriddhi/testing/command-arguments";
import { runChaos } from "./chaos-day.ts";
import type { Verdict } from "./chaos-round.ts";
import { keepJudged, leftOf, portionsOf, readJudged, sumOf } from "./portions.ts";
import { runStrategyDay } from "./strategy-day.ts";

const { values, positionals } = readCommandArguments({
  options: {
    keep: { type: "string" },
    desk: { type: "boolean", default: false },
    day: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [rounds = "50", seed = "1"] = positionals;
if (![rounds, seed].every((word) => /^[1-9]\d{0,5}$/.test(word))) {
  process.stderr.write(`ROUNDS and SEED are whole numbers from 1 on, not ${positionals.join(" ")}.\n`);
  process.exit(1);
}
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isEnough = false;
// The product's processes do not get the signal: they run until everything is checked.
process.on("SIGUSR2", () => {
  isEnough = true;
});
let deskFaults = 0;

async function play(given: { readonly rounds: number; readonly seed: number }): Promise<Verdict> {
  const options = { rounds: given.rounds, seed: given.seed, hasDesk: values.desk, isEnough: () => isEnough };
  const { desk, ...verdict } = await runChaos({ ...options, say });
  deskFaults += desk.filter(({ placements, twice, misreported }) => placements > 1 || twice + misreported > 0).length;
  return verdict;
}

async function playPortions(file: string): Promise<Verdict> {
  const portions = portionsOf(Number(rounds), Number(seed));
  for (const portion of leftOf(portions, readJudged(file))) {
    if (isEnough) break;
    const verdict = await play(portion);
    keepJudged(file, { rounds: portion.rounds, seed: portion.seed, verdict });
  }
  return sumOf(readJudged(file).map(({ verdict }) => verdict));
}

async function playDay(): Promise<Verdict> {
  const { signals, traders, kills, notFlat, withoutOutcome, ...verdict } = await runStrategyDay(say);
  say(`${signals} signals, ${traders} accounts traded; killed: ${kills.join(", ")}`);
  const unanswered = withoutOutcome === 0 ? [] : [`runs without an outcome of a signal: ${withoutOutcome}`];
  return { ...verdict, lost: [...verdict.lost, ...notFlat.map((each) => `not flat: ${each}`), ...unanswered] };
}

const playRounds = (): Promise<Verdict> =>
  values.keep === undefined ? play({ rounds: Number(rounds), seed: Number(seed) }) : playPortions(values.keep);

const verdict = await (values.day ? playDay() : playRounds());
const { orders, duplicates, lost, roundsWithSending } = verdict;
for (const fault of [...duplicates.map((each) => `twice: ${each}`), ...lost]) say(fault);
const played = values.day ? "one day" : `${verdict.rounds} rounds, ${roundsWithSending} with orders on their way`;
say(
  `${played}, ${orders} orders at the exchange: ` +
    `${duplicates.length} twice, ${lost.length} lost, ${verdict.open} in doubt`,
);
if (values.desk) say(`${deskFaults} rounds of the desk placed orders twice or reported them wrongly`);
process.exitCode = duplicates.length + lost.length + verdict.open + deskFaults === 0 ? 0 : 1;
