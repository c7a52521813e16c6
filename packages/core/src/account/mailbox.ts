import { toEmailKey } from "./rules.ts";

/** Providers that ignore dots before the @, and their alias domains. */
const DOTLESS: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** The mailbox without a plus part and Gmail's dots: detects repeated sign-ups; no mail is sent to it. */
export function toMailboxKey(email: string): string {
  const key = toEmailKey(email);
  const at = key.lastIndexOf("@");
  const [domain, name = ""] = [key.slice(at + 1), key.slice(0, at).split("+")[0]];
  const dotless = DOTLESS[domain];
  return dotless === undefined ? `${name}@${domain}` : `${name.replaceAll(".", "")}@${dotless}`;
}
