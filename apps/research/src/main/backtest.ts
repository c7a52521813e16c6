// npm run backtest: the live rules over bar files, or a reference whose result is known.
import { BarFileError } from "../bars/csv-parser.ts";
import { readBacktestOptions, UsageError } from "../run/backtest-options.ts";
import { summaryTable } from "../run/report-words.ts";
import { runTexts } from "../run/run.texts.ts";
import { reportJson, runBacktestCommand, writeReport } from "../run/run-backtest-command.ts";
import { referenceJson, referenceSummary, runReferences } from "../run/run-reference.ts";

try {
  await run();
} catch (error) {
  if (!(error instanceof UsageError || error instanceof BarFileError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const options = readBacktestOptions(process.argv.slice(2));
  if ("reference" in options) {
    const runs = await runReferences(options);
    // Trades alone go to the standard output, so that they can be piped.
    for (const each of runs) console.error(referenceSummary(options, each));
    console.log(referenceJson(options, runs));
    return;
  }
  const report = await runBacktestCommand(options);
  console.log(summaryTable(report));
  if (options.out !== null) console.log(runTexts.written(writeReport(options.out, "report.json", reportJson(report))));
}
