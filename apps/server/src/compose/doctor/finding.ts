/** `must`: something must be done before the service is used. `advice`: the service works, and could fail later. */
export type Level = "ok" | "advice" | "must" | "skipped";

export interface Finding {
  readonly check: string;
  readonly level: Level;
  readonly found: string;
  /** What to do; empty when nothing is to be done. */
  readonly remedy: string;
}

export type Check = () => Promise<readonly Finding[]>;

export const ok = (check: string, found: string): Finding => ({ check, level: "ok", found, remedy: "" });
export const skipped = (check: string, found: string): Finding => ({ check, level: "skipped", found, remedy: "" });
export const must = (check: string, found: string, remedy: string): Finding => ({
  check,
  level: "must",
  found,
  remedy,
});
export const advice = (check: string, found: string, remedy: string): Finding => ({
  check,
  level: "advice",
  found,
  remedy,
});

/** The reason of a failure, without addresses that may carry a password. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause instanceof Error ? `: ${reasonOf(cause.cause)}` : "";
  const code = (cause as NodeJS.ErrnoException).code;
  return `${cause.message || code || cause.name}${inner}`.replaceAll(/\/\/[^/@\s]+@/g, "//");
}

/** One after the other, because one database connection answers them. A check that fails is a finding and ends no other. */
export async function runChecks(checks: Readonly<Record<string, Check>>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const failed = (cause: unknown) => [
      must(
        name,
        `could not be checked: ${reasonOf(cause)}`,
        "let this machine reach it: DNS, firewall, and the address in the settings",
      ),
    ];
    findings.push(...(await check().catch(failed)));
  }
  return findings;
}

const MARKS: Readonly<Record<Level, string>> = {
  ok: "ok     ",
  advice: "advice ",
  must: "MUST   ",
  skipped: "skipped",
};

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, level, found, remedy }) => {
    const line = `${MARKS[level]} ${check.padEnd(14)} ${found}`;
    return remedy === "" ? line : `${line}\n${" ".repeat(23)}→ ${remedy}`;
  });
  const due = findings.filter(({ level }) => level === "must").length;
  const end = due === 0 ? "Nothing must be done." : `${due} ${due === 1 ? "finding needs" : "findings need"} action.`;
  return [...lines, end].join("\n");
}
