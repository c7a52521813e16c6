import { renamedSettings } from "./renamed-settings.ts";

/** Names that tools beside the server read from the same file. */
const NEIGHBOURS: ReadonlySet<string> = new Set([
  "PROCESSES",
  "TEST_DATABASE_URL",
  "CHROMIUM",
  "SHOTS_URL",
  "NODE_ENV",
]);

/** How many letters must be typed, dropped or changed to make one word of the other. */
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

/** Two swapped letters are two changes; more than that is another word. */
const NEAR = 2;

function nearest(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(name.toUpperCase(), candidate) }))
    .toSorted((one, other) => one.away - other.away);
  const best = ranked[0];
  return best !== undefined && best.away <= NEAR ? best.candidate : null;
}

/** A sentence for every name in `.env` that nothing reads: a misspelt setting is otherwise silently the default. */
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
