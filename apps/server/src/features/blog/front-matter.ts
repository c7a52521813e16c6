export type FrontMatter = Readonly<Record<string, string | readonly string[]>>;

const FENCE = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

const unquoted = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;

function readValue(text: string): string | readonly string[] {
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list === undefined) return unquoted(text);
  return list
    .split(",")
    .map((item) => unquoted(item.trim()))
    .filter((item) => item !== "");
}

const NAMED = /^([a-z_]+):\s*(.*?)\s*$/;
const ITEM = /^\s+-\s+(.*?)\s*$/;

function readLine(head: Record<string, string | readonly string[]>, line: string, last: string): string {
  const [, name, text = ""] = NAMED.exec(line) ?? [];
  if (name !== undefined) {
    head[name] = text === "" ? [] : readValue(text);
    return name;
  }
  const item = ITEM.exec(line)?.[1];
  const list = head[last];
  if (item !== undefined && typeof list === "object") head[last] = [...list, unquoted(item)];
  return last;
}

/** An article file's head: `name: value` lines, lists in brackets or with hyphens. `null` without a head. */
export function readFrontMatter(file: string): { readonly head: FrontMatter; readonly body: string } | null {
  const fence = FENCE.exec(file);
  if (fence === null) return null;
  const head: Record<string, string | readonly string[]> = {};
  let last = "";
  for (const line of (fence[1] ?? "").split(/\r?\n/)) last = readLine(head, line, last);
  return { head, body: file.slice(fence[0].length).trim() };
}
