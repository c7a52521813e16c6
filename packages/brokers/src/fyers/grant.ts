/** Auth codes are JSON web tokens: three parts with dots between. */
const GRANT = "[\\w-]{4,}\\.[\\w-]{4,}\\.[\\w-]{4,}";
const GRANT_ALONE = new RegExp(`^${GRANT}$`);
/** `code` beside it is a status and no grant. */
const GRANT_IN_ADDRESS = new RegExp(`[?&#]auth_code=(${GRANT})(?:[&#]|$)`);

/** An auth code alone, or the address that Fyers sent the person back to. */
export function readGrant(pasted: string): string | null {
  const text = pasted.trim();
  if (GRANT_ALONE.test(text)) return text;
  return GRANT_IN_ADDRESS.exec(text.startsWith("auth_code=") ? `?${text}` : text)?.[1] ?? null;
}
