// npm run chaos -- [rounds] [seed] [--keep FILE] [--desk]: blows at a running product, judged by the exchange's own books.
// With a file they are played in portions of ten, each written down when it is judged; the same command goes on with the rest.
// --desk: after the rounds also at what the desk places, in bulk and by schedule, and at the process that answers it.
// SIGUSR2 ends it after the round that is being played, with a verdict.
import { readWords } from "@vriddhi/testing/command-words";
import { runChaos } from "./chaos-day.ts";
import type { Verdict } from "./chaos-round.ts";
import { keepJudged, leftOf, portionsOf, readJudged, sumOf } from "./portions.ts";

const { values, positionals } = readWords({
  options: { keep: { type: "string" }, desk: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [rounds = "50", seed = "1"] = positionals;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isEnough = false;
// The product's processes are not told: they go on until everything is judged.
process.on("SIGUSR2", () => {
  isEnough = true;
});
let deskFaults = 0;

async function play(wish: { readonly rounds: number; readonly seed: number }): Promise<Verdict> {
  const options = { rounds: wish.rounds, seed: wish.seed, hasDesk: values.desk, isEnough: () => isEnough };
  const { desk, ...verdict } = await runChaos({ ...options, say });
  deskFaults += desk.filter(({ placements, twice }) => placements > 1 || twice > 0).length;
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

const verdict =
  values.keep === undefined
    ? await play({ rounds: Number(rounds), seed: Number(seed) })
    : await playPortions(values.keep);
const { orders, duplicates, lost, roundsWithSending } = verdict;
for (const fault of [...duplicates.map((each) => `twice: ${each}`), ...lost]) say(fault);
say(
  `${verdict.rounds} rounds, ${roundsWithSending} with orders on their way, ${orders} orders at the exchange: ` +
    `${duplicates.length} twice, ${lost.length} lost, ${verdict.open} in doubt`,
);
if (values.desk) say(`${deskFaults} orders of the desk were placed twice`);
process.exitCode = duplicates.length + lost.length + verdict.open + deskFaults === 0 ? 0 : 1;
