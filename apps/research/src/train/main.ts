import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { numberAt } from "../run/backtest-options.ts";
import { usageErrorMessage } from "../run/usage-error.ts";
import { renderModelFile } from "./model-file.ts";
import { readFolder } from "./read-folder.ts";
import { recordOf, train } from "./train.ts";
import { trainingTable } from "./training-table.ts";
import { appendTrials } from "./trial-register.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

const readOptions = () =>
  parseArgs({
    options: {
      data: { type: "string", default: path.join(ROOT, "../shared/data/bars5m") },
      index: { type: "string", default: "NIFTY50" },
      without: { type: "string", multiple: true, default: ["INDIAVIX"] },
      "bar-minutes": { type: "string", default: "5" },
      seed: { type: "string", default: "20260813" },
      out: { type: "string", default: path.join(ROOT, "packages/core/src/strategy/model/opening-range-model.ts") },
      register: { type: "string", default: path.join(ROOT, "apps/research/trials.jsonl") },
    },
  }).values;

async function run(): Promise<number> {
  const values = readOptions();
  if (!fs.existsSync(values.data)) {
    process.stderr.write(`There are no bars in ${values.data}. Name a folder with --data.\n`);
    return 1;
  }
  const series = await readFolder(values.data, values.without);
  const question = {
    series,
    index: values.index,
    barMinutes: numberAt("bar-minutes", values["bar-minutes"], 1),
    seed: numberAt("seed", values.seed, 0, Number.MAX_SAFE_INTEGER),
  };
  const trained = train(question);
  const register = appendTrials(values.register, trained.trials);
  const record = recordOf(question, trained, register);
  fs.writeFileSync(values.out, renderModelFile(trained.models, record));
  process.stdout.write(trainingTable(trained, record));
  return 0;
}

function refuse(error: unknown): number {
  const isTyped = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`${isTyped ? error.message : usageErrorMessage(error)}\n`);
  return 1;
}

process.exitCode = await run().catch(refuse);
