// npm run cluster -- [--quick] [--fault WORD] [--rounds N] [--accounts N]: injects faults into real database servers and
// hosts under a running product. --quick: two rounds of the first fault. --fault: the faults whose name contains WORD.
import { readCommandArguments } from "@vriddhi/testing/command-arguments";
import { runCluster } from "./cluster-suite.ts";
import { endEverything } from "./database-cluster.ts";
import { ensurePackages } from "./packages.ts";

const { values } = readCommandArguments({
  options: {
    quick: { type: "boolean", default: false },
    fault: { type: "string" },
    rounds: { type: "string" },
    accounts: { type: "string" },
  },
});
const numberOf = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  process.stderr.write(`--rounds and --accounts are whole numbers from 1 on, not ${text}.\n`);
  return process.exit(1);
};
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const missing = process.platform === "linux" ? ensurePackages(say) : ["a Linux machine"];
if (missing.length > 0) {
  say(`skipped: this machine has no ${missing.join(", ")}`);
  process.exit(0);
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(name, () => void endEverything().then(() => process.exit(1)));
const isSound = await runCluster({
  fault: values.fault ?? (values.quick ? "killed" : ""),
  rounds: numberOf(values.rounds, values.quick ? 2 : 20),
  accounts: numberOf(values.accounts, values.quick ? 60 : 500),
  say,
});
process.exitCode = isSound ? 0 : 1;
