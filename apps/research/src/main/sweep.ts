// npm run sweep: a kernel over a grid of parameters on all cores; what was done before is not done again.

import { money, percent } from "../run/report-format.ts";
import { usage } from "../run/run.texts.ts";
import { asksForHelp, usageErrorMessage } from "../run/usage-error.ts";
import { readSweepOptions, runSweep, type SweepOutcome } from "../sweep/sweep-command.ts";

const SHOWN = 10;

const args = process.argv.slice(2);
if (asksForHelp(args)) console.log(usage.sweep);
else await sweep().catch(refuse);

async function sweep(): Promise<void> {
  const options = readSweepOptions(args);
  const outcome = await runSweep(options, (done, all) => process.stderr.write(`\r${done} of ${all} combinations`));
  process.stderr.write("\n");
  show(outcome, options.out);
}

function refuse(error: unknown): void {
  console.error(usageErrorMessage(error));
  process.exitCode = 1;
}

function show({ results, reused, deflatedSharpe, overfitting, compared }: SweepOutcome, out: string): void {
  for (const { parameters, trades, net, sharpe } of results.slice(0, SHOWN)) {
    const names = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
    console.log(
      `${names.join(", ").padEnd(24)} ${trades} trades, net ${money(net)}, Sharpe ratio ${sharpe.toFixed(2)}`,
    );
  }
  console.log(`${results.length} combinations, ${reused} of them known before; all are in ${out}.`);
  if (deflatedSharpe === null || overfitting === null) return;
  console.log(`Chance that the best is better than luck after so many trials: ${percent(deflatedSharpe)}.`);
  console.log(`Probability of overfitting, from ${compared} of them: ${percent(overfitting)}.`);
}
