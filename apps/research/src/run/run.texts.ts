import { brokerNames } from "@vriddhi/core/broker/broker-name";

export const usage = {
  backtest: `Usage:
  npm run backtest -- --strategy ours|sma|orb|donchian|hold --data FOLDER|--synthetic [--symbols A,B] [--from 2025-07-01] [--to 2026-06-30]
      [--capital 100000] [--fill next-open|close|limit-through] [--broker ${brokerNames.join("|")}|none] [--slippage 3]
      [--stop-slippage 5] [--intraday] [--set fast=10] [--trials 1] [--sweep results.jsonl] [--out FOLDER] [--cache FOLDER]
      [--json]
  npm run backtest -- --reference sma-10-30|sma-10-30-fixed|orb-15 --data FILE [--fill next-open|close] [--quantity 100]`,
  sweep: `Usage:
  npm run sweep -- --kernel sma|orb --data FILE --grid fast=5:50:5 --grid slow=20:200:10 [--fill next-open|close]
      [--quantity 100] [--workers 2] [--out results.jsonl] [--cache FOLDER]`,
} as const;

/** So many names fit into a sentence. */
const SHOWN_MAX = 10;

export const runTexts = {
  noFiles: (folder: string) => `There are no bar files (NAME.csv.gz or NAME.csv) in ${folder}.`,
  noSymbol: (symbol: string, folder: string, found: readonly string[]) =>
    `There are no bars of ${symbol} in ${folder}; it has ${found.slice(0, SHOWN_MAX).join(", ")}${found.length > SHOWN_MAX ? ` and ${found.length - SHOWN_MAX} more` : ""}.`,
  sweepOfOne: "--sweep judges a back-test of one share.",
  syntheticNeeds: "--synthetic needs --symbols, --from and --to.",
  synthetic:
    "These bars are invented: a seeded market that never was. The figures show how the engine works and nothing else.",
  orphaned: "The process that asked for this back-test has ended.",
  noBars: "There are no bars in this period.",
  overnight:
    "Positions stay overnight but are charged at the intraday tariff; delivery costs more. Read the result as an upper bound.",
  survivors:
    "The shares are today's: those that did badly enough to vanish are not in the files, which flatters every result.",
  notPermitted: (file: string) => `You may not write or read ${file}.`,
  isFile: (file: string) => `${file} is in the way: it is a file and no folder.`,
  isFolder: (file: string) => `${file} is a folder and no file.`,
  notThere: (file: string) => `There is no ${file}.`,
  notMade: (file: string) => `${file} is not there, and could not be made.`,
  cannotBeUsed: (file: string, why: string) => `${file} cannot be used (${why}).`,
  theFile: "The file",
  diskFull: (file: string) => `${file} could not be written: the disk is full.`,
  written: (file: string) => `written: ${file}`,
  outsideHours: (count: number, first: string) =>
    `${count} bars lie outside the market's usual hours, the first at ${first}; they are traded like all others. Are the times India's?`,
  numberFrom: (name: string, min: number, max: number, given: string) =>
    `--${name} is a number from ${min} to ${max}, not ${given}.`,
  wholeNumber: (name: string, given: string) => `--${name} is a whole number, not ${given}.`,
  setForm: (given: string) => `--set wants a name and a number, as in --set fast=10, not ${given}.`,
  symbolNames: "--symbols wants names with commas between them, as in --symbols SBIN,INFY.",
  wholeParameter: (name: string, max: number) => `--set ${name} is a whole number from 1 to ${max}.`,
  positiveParameter: (name: string, max: number) => `--set ${name} is a number above 0 and at most ${max}.`,
  fastIsSlow: "--set fast is smaller than slow.",
  rangeOfBars: (range: number, barMinutes: number) =>
    `An opening range of ${range} minutes is no whole number of bars: these have ${barMinutes} minutes. Choose another --set range, or other bars.`,
  decisionsOfBars: (minutes: number, barMinutes: number) =>
    `Our own strategy decides every ${minutes} minutes, and these bars have ${barMinutes}: choose bars of 1 or ${minutes} minutes.`,
  tooLong: (years: number) => `--synthetic draws at most ${years} years; choose a later --from.`,
  tooFewDays: (days: number) =>
    `There is not enough to learn from: a list could be made on ${days} days. Give it bars of a few months.`,
  noSweep: (file: string) => `There are no results of a sweep in ${file}.`,
  nothingToSweep:
    "No combination can be tried: averages are whole bars and fast is smaller than slow, a range is a whole number of bars and its target is above 0.",
  tooManyCombinations: (max: number) => `--grid names more than ${max} combinations; choose wider steps.`,
  undefinedFill: (reference: string, fills: readonly string[]) =>
    `${reference} is defined for --fill ${fills.join(" and ")} only.`,
  referenceBars: (reference: string, barMinutes: number) =>
    `${reference} is defined for bars of 1 minute; these have ${barMinutes}, so that its result says nothing.`,
  unknownParameter: (name: string, known: readonly string[]) =>
    `--set ${name} is not known here; there ${known.length === 1 ? "is" : "are"} ${known.join(", ") || "none"}.`,
} as const;
