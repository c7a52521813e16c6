// A fixed piece of work with nothing of the product in it: rows as JSON, their hashes and a sorted map. Prints its CPU seconds,
// which are about one in a good hour of the machine in docs/benchmarks.md.
import { createHash } from "node:crypto";

const ROUNDS = 100;
const ROWS = 2_000;

function work(round: number): number {
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    id: `${round}-${n}`,
    account: (n * 7_919) % ROWS,
    price: 100_000 + ((n * 31 + round) % 997),
    state: n % 3 === 0 ? "accepted" : "filled",
  }));
  const byAccount = new Map<number, string>();
  for (const row of rows) byAccount.set(row.account, createHash("sha256").update(JSON.stringify(row)).digest("hex"));
  const read = JSON.parse(JSON.stringify([...byAccount.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1))));
  return (read as readonly unknown[]).length;
}

let kept = 0;
for (let round = 0; round < ROUNDS; round += 1) kept += work(round);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ kept, seconds: (user + system) / 1e6 }));
