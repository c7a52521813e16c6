/** Strings and structure of valid JSON; numbers and literals do not matter here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/** Whether an object repeats a key: parsers differ in which one they take, so checks could disagree. */
export function hasRepeatedKey(json: string): boolean {
  const open: Set<string>[] = [];
  let text = "";
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === ":" && isTaken(open.at(-1), text)) return true;
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else text = token;
  }
  return false;
}

function isTaken(keys: Set<string> | undefined, text: string): boolean {
  const key = JSON.parse(text) as string;
  if (keys?.has(key)) return true;
  keys?.add(key);
  return false;
}
