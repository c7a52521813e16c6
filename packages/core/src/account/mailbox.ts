import { toEmailKey } from "./rules.ts";

/** Providers that ignore dots before the @, and their other names. */
const DOTLESS: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/**
 * The mailbox behind an address: what follows a plus never leads to another one, nor do dots at Gmail. It tells whether
 * somebody comes a second time, and is never written to.
 */
export function toMailboxKey(email: string): string {
  const key = toEmailKey(email);
  const at = key.lastIndexOf("@");
  const [domain, name = ""] = [key.slice(at + 1), key.slice(0, at).split("+")[0]];
  const dotless = DOTLESS[domain];
  return dotless === undefined ? `${name}@${domain}` : `${name.replaceAll(".", "")}@${dotless}`;
}
