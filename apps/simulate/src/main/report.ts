import type { Violation } from "../oracles/violation.ts";
import { type CallFaultKind, callFaults, callNames } from "../plan/fault-plan.ts";
import { requiredCells } from "./required-cells.ts";

export function violationText(violation: Violation, mutant: string | null): string {
  const { seed, invariant, account, tag, atMs, detail, trace } = violation;
  const mutated = mutant === null ? "" : ` --mutant ${mutant}`;
  return [
    ...trace,
    `seed ${seed}, ${(atMs / 1_000).toFixed(3)} s: ${invariant}`,
    `account ${account ?? "-"}, tag ${tag ?? "-"}: ${detail}`,
    `npm run simulate -- --from ${seed} --seeds 1${mutated} --trace`,
  ].join("\n");
}

export function tableText(cells: ReadonlyMap<string, number>): string {
  const lines = [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return lines.map(([cell, count]) => `${String(count).padStart(6)}  ${cell}`).join("\n");
}

export function missingCells(cells: ReadonlyMap<string, number>): readonly string[] {
  return [...missingCalls([...cells.keys()]), ...requiredCells.filter((cell) => !cells.has(cell))];
}

function missingCalls(seen: readonly string[]): readonly string[] {
  return (Object.keys(callFaults) as readonly CallFaultKind[]).flatMap((kind) =>
    callNames
      .filter((call) => callFaults[kind]?.calls.includes(call))
      .map((call) => `${kind} × ${call}`)
      .filter((cell) => !seen.some((found) => found === cell || found.startsWith(`${cell} `))),
  );
}
