/** One field: quoted, with doubled quotes inside, or bare. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;

function readLine(line: string): readonly string[] {
  if (!line.includes('"')) return line.split(",");
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < line.length) {
    const match = FIELD.exec(line);
    if (match === null) break;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
  }
  return line.endsWith(",") ? [...fields, ""] : fields;
}

/** Rows by the names in the first line. Fields do not go over several lines. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = readLine(head);
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const fields = readLine(line);
      return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]));
    });
}
