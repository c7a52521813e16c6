// npm run chaos -- [rounds] [seed]: blows at a running product, judged by the exchange's own books.
// SIGUSR2 ends it after the round that is being played, with a verdict.
import { runChaos } from "./chaos-day.ts";

const [rounds = "50", seed = "1"] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let isEnough = false;
// The product's processes are not told: they go on until everything is judged.
process.on("SIGUSR2", () => {
  isEnough = true;
});
const verdict = await runChaos({ rounds: Number(rounds), seed: Number(seed), say, isEnough: () => isEnough });
const { orders, duplicates, lost, roundsWithSending } = verdict;
for (const fault of [...duplicates.map((each) => `twice: ${each}`), ...lost]) say(fault);
say(
  `${verdict.rounds} rounds, ${roundsWithSending} with orders on their way, ${orders} orders at the exchange: ` +
    `${duplicates.length} twice, ${lost.length} lost, ${verdict.open} in doubt`,
);
process.exitCode = duplicates.length + lost.length + verdict.open === 0 ? 0 : 1;
