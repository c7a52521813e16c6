import type { Role, UserReply } from "@vriddhi/contract/account";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Cookies, Proof, SessionCookie } from "./handler.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly dob: string | null;
  readonly createdAt: EpochMs;
}

export interface Entry {
  readonly from: { readonly ip: string; readonly device: string };
  readonly session: SessionCookie;
  readonly cookies: Cookies;
  /** The browser's previous session, which ends. */
  readonly caller: { readonly sessionId: string; readonly userId: string } | null;
}

export type SignIn = (person: Person, call: Entry, isRemembered: boolean, by: Proof) => Promise<{ user: UserReply }>;
