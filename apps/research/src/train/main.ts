import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { renderModelFile } from "./model-file.ts";
import { readFolder } from "./read-folder.ts";
import { recordOf, train } from "./train.ts";
import { trainingTable } from "./training-table.ts";
import { appendTrials } from "./trial-register.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

const { values } = parseArgs({
  options: {
    data: { type: "string", default: path.join(ROOT, "../shared/data/bars5m") },
    index: { type: "string", default: "NIFTY50" },
    without: { type: "string", multiple: true, default: ["INDIAVIX"] },
    "bar-minutes": { type: "string", default: "5" },
    seed: { type: "string", default: "20260813" },
    out: { type: "string", default: path.join(ROOT, "packages/core/src/strategy/model/opening-range-model.ts") },
    register: { type: "string", default: path.join(ROOT, "apps/research/trials.jsonl") },
  },
});

async function run(): Promise<number> {
  if (!fs.existsSync(values.data)) {
    process.stderr.write(`There are no bars in ${values.data}. Name a folder with --data.\n`);
    return 1;
  }
  const series = await readFolder(values.data, values.without);
  const question = {
    series,
    index: values.index,
    barMinutes: Number(values["bar-minutes"]),
    seed: Number(values.seed),
  };
  const trained = train(question);
  const register = appendTrials(values.register, trained.trials);
  const record = recordOf(question, trained, register);
  fs.writeFileSync(values.out, renderModelFile(trained.models, record));
  process.stdout.write(trainingTable(trained, record));
  return 0;
}

process.exitCode = await run();
