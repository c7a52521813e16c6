/** Auth codes are JSON web tokens: three parts separated by dots. */
const GRANT = "[\\w-]{4,}\\.[\\w-]{4,}\\.[\\w-]{4,}";
const GRANT_ALONE = new RegExp(`^${GRANT}$`);
/** The `code` parameter beside it is a status, not a grant. */
const GRANT_IN_ADDRESS = new RegExp(`[?&#]auth_code=(${GRANT})(?:[&#]|$)`);

export function readGrant(pasted: string): string | null {
  const text = pasted.trim();
  if (GRANT_ALONE.test(text)) return text;
  return GRANT_IN_ADDRESS.exec(text.startsWith("auth_code=") ? `?${text}` : text)?.[1] ?? null;
}
