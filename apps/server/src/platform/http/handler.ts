import type { Role } from "@vriddhi/contract/account";
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ReplyInputOf } from "@vriddhi/contract/endpoint";
import type { EndpointName, Endpoints } from "@vriddhi/contract/endpoints";
import type { CommonProblem, ProblemCode } from "@vriddhi/contract/problem";
import type { StaffAccess } from "@vriddhi/core/back-office/admin-session";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../db/database.ts";

export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly dob: IstDate | null;
  readonly createdAt: EpochMs;
  readonly provedAt: EpochMs;
  readonly provedBy: Proof;
  /** Their password is on the list of common ones; a second factor may make up for it. */
  readonly hasCommonPassword: boolean;
}

/** `code` is an authenticator's or a recovery code. */
export type Proof = "password" | "code" | "passkey" | "google";

export interface StaffCaller {
  readonly caller: Caller;
  opens(access: StaffAccess): boolean;
}

/** Resolves a back-office token; `null` for unknown, ended and expired tokens and those of another browser. */
export interface StaffReader {
  find(token: string, browser: string | null): Promise<StaffCaller | null>;
}

export interface SessionReader {
  find(token: string): Promise<Caller | null>;
}

export interface SessionCookie {
  start(token: string, maxAgeMs: number | null): void;
  end(): void;
}

/** Small values in cookies of this browser, unreadable for scripts; separate from the session's. */
export interface Cookies {
  read(name: string): string | null;
  put(name: string, value: string, maxAgeMs: number): void;
  drop(name: string): void;
}

export interface RawRequest {
  readonly bytes: Buffer;
  header(name: string): string | null;
}

export interface From {
  readonly ip: string;
  readonly device: string;
}

/** Stores the reply in the transaction of its effect: a repetition after the commit returns it and does nothing. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

export interface Keyed<Reply> {
  /** The same for every repetition. What is stored under it is stored once. */
  readonly id: string;
  /** What an earlier attempt of the same call marked as done; `null`: nothing of it is stored. */
  readonly done: unknown;
  /** Marks what is done in the transaction of the effect, where the reply is not known yet. */
  mark(tx: Tx, done: object): Promise<void>;
  readonly keep: Keep<Reply>;
}

export interface Call<D extends EndpointDefinition> {
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly body: BodyOf<D>;
  readonly caller: D["access"] extends "public" | "sandbox" ? Caller | null : Caller;
  readonly from: From;
  /** `null`: the call has no key. */
  readonly keyed: D["idempotent"] extends true ? Keyed<ReplyInputOf<D>> | null : null;
  /** Sent by a page in a browser: a page can neither set nor omit this header. */
  readonly isFromPage: boolean;
  readonly session: SessionCookie;
  readonly cookies: Cookies;
  readonly upload: D["upload"] extends object ? Uint8Array : undefined;
  readonly raw: D["rawBody"] extends true
    ? RawRequest
    : D["stream"] extends string
      ? Pick<RawRequest, "header">
      : undefined;
}

export type Refusal<D extends EndpointDefinition> = D["problems"][number] | CommonProblem;

/** A refusal with a text from an external service, which replaces ours. */
export interface Explained<Code extends ProblemCode> {
  readonly code: Code;
  readonly detail: string;
  readonly retryAfterS?: number;
}

export type Handler<D extends EndpointDefinition> = (
  call: Call<D>,
) => Promise<Result<ReplyInputOf<D>, Refusal<D> | Explained<Refusal<D>>>>;

/** The compiler demands one for every endpoint named. */
export type Handlers<Names extends EndpointName = EndpointName> = {
  readonly [Name in Names]: Handler<Endpoints[Name]>;
};

export type Messages<Codes extends ProblemCode = ProblemCode> = Readonly<Record<Codes, string>>;
