import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { readBarFile } from "../bars/bar-file.ts";
import { renderModelFile } from "./model-file.ts";
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

/** In the order of their names, so that share numbers do not depend on the file system. */
async function readFolder(folder: string): Promise<readonly BarSeries[]> {
  const files = fs.readdirSync(folder).filter((name) => /\.csv(\.gz)?$/.test(name));
  const wanted = files.filter((name) => !values.without.includes(name.replace(/\.csv(\.gz)?$/, ""))).sort();
  const series: BarSeries[] = [];
  for (const name of wanted) series.push(await readBarFile(path.join(folder, name)));
  return series;
}

async function run(): Promise<number> {
  if (!fs.existsSync(values.data)) {
    process.stderr.write(`There are no bars in ${values.data}. Name a folder with --data.\n`);
    return 1;
  }
  const series = await readFolder(values.data);
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
