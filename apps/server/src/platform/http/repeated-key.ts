/** Strings and marks of valid JSON; numbers and words between them do not matter here. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * Whether an object of this valid JSON names one key twice. Readers differ in which of the two they take, so a check before
 * us may have seen the other one.
 */
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

/** Notes the key. */
function isTaken(keys: Set<string> | undefined, text: string): boolean {
  const key = JSON.parse(text) as string;
  if (keys?.has(key)) return true;
  keys?.add(key);
  return false;
}
