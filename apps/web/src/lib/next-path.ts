const LOGIN_PATH = "/login";

/** Browsers read a backslash as a slash and drop tabs and line breaks: each could turn a path into a host. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const UNSAFE = /[\\\u0000-\u001f\u007f]/;

const isOwnPath = (path: string): boolean => path.startsWith("/") && !path.startsWith("//") && !UNSAFE.test(path);

/** A path of this site for `?next=`, or `null`. Never another origin. */
export function safeNextPath(next: string | null): string | null {
  if (next === null || !isOwnPath(next)) return null;
  const origin = "https://own.invalid";
  if (!URL.canParse(next, origin)) return null;
  const resolved = new URL(next, origin);
  if (resolved.origin !== origin) return null;
  const path = resolved.pathname + resolved.search + resolved.hash;
  // `/.//elsewhere` resolves to `//elsewhere`.
  return isOwnPath(path) ? path : null;
}

export const loginPathFor = (path: string): string => `${LOGIN_PATH}?${new URLSearchParams({ next: path })}`;
