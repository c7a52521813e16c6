import { renamedSettings } from "./renamed-settings.ts";

/** Settings of other tools in the same file. */
const NEIGHBOURS: ReadonlySet<string> = new Set([
  "PROCESSES",
  "TEST_DATABASE_URL",
  "CHROMIUM",
  "SHOTS_URL",
  "NODE_ENV",
]);

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [place, wanted] of [...other].entries()) {
      const changed = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min((row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A swap counts as two changes; beyond that it is another word. */
const NEAR = 2;

function nearest(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(name.toUpperCase(), candidate) }))
    .toSorted((one, other) => one.away - other.away);
  const best = ranked[0];
  return best !== undefined && best.away <= NEAR ? best.candidate : null;
}

/** A sentence for every unknown name in `.env`: a misspelt setting silently keeps its default. */
export function misspeltSettings(names: readonly string[], known: readonly string[]): readonly string[] {
  return names
    .filter((name) => !known.includes(name) && !NEIGHBOURS.has(name))
    .map((name) => {
      const current = renamedSettings[name];
      if (current !== undefined) return `.env: ${name} is now called ${current}; the old name still works`;
      const meant = nearest(name, known);
      const remedy = meant === null ? "remove it, or look it up in .env.example" : `did you mean ${meant}?`;
      return `.env: ${name} is no setting of Vriddhi and changes nothing; ${remedy}`;
    });
}
