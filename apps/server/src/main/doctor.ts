import { join } from "node:path";
import { parseArgs } from "node:util";
import { examine } from "../compose/doctor/doctor.ts";
import { type Finding, formatFindings, must } from "../compose/doctor/finding.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { findRunningPostgres } from "../platform/postgres/start-postgres.ts";

const NO_DATABASE = "start the product first: it brings the embedded database up";

async function findingsOf(config: Config, isOffline: boolean): Promise<readonly Finding[]> {
  const url = config.databaseUrl?.reveal() ?? findRunningPostgres(join(config.dataDir, "postgres"));
  if (url === null) return [must("database", "the embedded database does not run", NO_DATABASE)];
  return examine(config, url, isOffline);
}

/** The settings' faults are findings too, each with its remedy in the sentence. */
function settingFindings(cause: unknown): readonly Finding[] {
  const [, ...faults] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
  const sentences = faults.length > 0 ? faults : [String(cause)];
  return sentences.map((fault) => must("settings", fault.trim(), "see .env.example"));
}

const { values } = parseArgs({ options: { json: { type: "boolean" }, offline: { type: "boolean" } } });
let findings: readonly Finding[];
try {
  const config = readConfig(process.env);
  findings = await findingsOf(config, values.offline === true);
} catch (cause) {
  findings = settingFindings(cause);
}
console.log(values.json === true ? JSON.stringify(findings, null, 2) : formatFindings(findings));
if (findings.some(({ level }) => level === "must")) process.exitCode = 1;
