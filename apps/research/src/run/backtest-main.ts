import path from "node:path";
import { reportPage } from "../report/report-page.ts";
import { readBacktestOptions } from "./backtest-options.ts";
import { briefJson } from "./brief-json.ts";
import { makeFolder } from "./make-folder.ts";
import { createProgressReporter } from "./progress.ts";
import { summaryTable } from "./report-format.ts";
import { runTexts, usage } from "./run.texts.ts";
import { reportJson, runBacktestCommand, writeReport } from "./run-backtest-command.ts";
import { referenceJson, referenceSummary, runReferences } from "./run-reference.ts";
import { asksForHelp, UsageError, usageErrorMessage } from "./usage-error.ts";

export interface Printer {
  /** What can be piped on. */
  out(text: string): void;
  /** What is for the person who started it. */
  report(text: string): void;
}

export async function backtestMain(args: readonly string[], printer: Printer): Promise<number> {
  if (asksForHelp(args)) {
    printer.out(usage.backtest);
    return 0;
  }
  try {
    await run(args, printer);
    return 0;
  } catch (error) {
    printer.report(usageErrorMessage(error));
    return 1;
  }
}

/** The figures are useless once the requesting process has gone. */
function reportToParent(report: Printer["report"]): Printer["report"] {
  const starter = process.ppid;
  return (line) => {
    if (process.ppid !== starter) throw new UsageError(runTexts.orphaned);
    report(line);
  };
}

async function run(args: readonly string[], { out, report: print }: Printer): Promise<void> {
  const options = readBacktestOptions(args);
  if ("reference" in options) {
    const runs = await runReferences(options, print);
    // Trades alone go to the standard output, so that they can be piped.
    for (const each of runs) print(referenceSummary(options, each));
    out(referenceJson(options, runs));
    return;
  }
  if (options.isJson) {
    out(briefJson(await runBacktestCommand(options, createProgressReporter(reportToParent(print)))));
    return;
  }
  // Before the work, so that no one waits for a report that cannot be written.
  if (options.out !== null) makeFolder(path.resolve(options.out));
  const report = await runBacktestCommand(options);
  out(summaryTable(report));
  if (options.out === null) return;
  out(runTexts.written(writeReport(options.out, "report.json", reportJson(report))));
  out(runTexts.written(writeReport(options.out, "report.html", reportPage(report))));
}
