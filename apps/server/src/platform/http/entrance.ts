import type { Role, UserReply } from "@vriddhi/contract/account";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { SessionCookie } from "./handler.ts";

/** Somebody who has proved who they are, by whatever means. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly dob: string | null;
  readonly createdAt: EpochMs;
}

/** Starts a session for them and answers as every sign-in does. */
export type LetIn = (
  person: Person,
  call: { readonly from: { readonly ip: string; readonly device: string }; readonly session: SessionCookie },
  isRemembered: boolean,
) => Promise<{ user: UserReply }>;
