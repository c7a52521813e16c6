import { createHash } from "node:crypto";
import { toEmailKey } from "@vriddhi/core/account/rules";
import { lruPut } from "../bounded-map/lru-put.ts";

export interface GoogleAccount {
  /** Google's user id: 21 digits, stable across restarts. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly note: string;
}

export interface Accounts {
  readonly seeded: readonly GoogleAccount[];
  find(sub: string): GoogleAccount | null;
  add(person: { readonly name: string; readonly email: string }): GoogleAccount;
  clear(): void;
}

/** Derived from the address, so that it is stable across restarts. */
function subOf(email: string): string {
  const digest = createHash("sha256")
    .update(`google:${toEmailKey(email)}`)
    .digest();
  return `1${digest.readBigUInt64BE().toString().padStart(20, "0")}`;
}

const account = (name: string, email: string, note: string, emailVerified = true): GoogleAccount => ({
  sub: subOf(email),
  email,
  name,
  emailVerified,
  note,
});

const SEEDED = [
  account("Priya Menon", "priya.menon@mail.example", "Verified, new here"),
  account("Rohan Das", "rohan.das@mail.example", "Email not verified at Google", false),
  account("Asha Rao", "demo@vriddhi.example", "Same address as the demo account"),
] as const;

export function createAccounts(): Accounts {
  const typedIn = new Map<string, GoogleAccount>();
  const find = (sub: string) => SEEDED.find((one) => one.sub === sub) ?? typedIn.get(sub) ?? null;
  return {
    seeded: SEEDED,
    find,
    add({ name, email }) {
      const known = SEEDED.find((one) => one.email === toEmailKey(email));
      if (known) return known;
      const added = account(name.trim(), toEmailKey(email), "Typed in");
      lruPut(typedIn, added.sub, added);
      return added;
    },
    clear: () => typedIn.clear(),
  };
}

/** The claims of scope `profile` and `email`, in Google's shape. */
export function profileClaims(person: GoogleAccount, issuer: string): Record<string, string | boolean> {
  const [givenName = "", ...rest] = person.name.split(" ");
  return {
    email: person.email,
    email_verified: person.emailVerified,
    name: person.name,
    given_name: givenName,
    ...(rest.length > 0 ? { family_name: rest.join(" ") } : {}),
    picture: `${issuer}/picture/${person.sub}`,
  };
}
