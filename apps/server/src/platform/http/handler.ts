import type { Role } from "@vriddhi/contract/account";
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ReplyInputOf } from "@vriddhi/contract/endpoint";
import type { EndpointName, Endpoints } from "@vriddhi/contract/endpoints";
import type { CommonProblem, ProblemCode } from "@vriddhi/contract/problem";
import type { StaffAccess } from "@vriddhi/core/back-office/admin-session";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../db/database.ts";

/** Whoever a session token belongs to. */
export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly dob: IstDate | null;
  readonly createdAt: EpochMs;
  /** When and how they last proved who they are. */
  readonly provedAt: EpochMs;
  readonly provedBy: Proof;
  /** Their password is on the list of common ones; a second factor may make up for it. */
  readonly hasCommonPassword: boolean;
}

/** `code` is an authenticator's or a recovery code. */
export type Proof = "password" | "code" | "passkey" | "google";

/** Whoever a token of the back office belongs to, and what it opens. */
export interface StaffCaller {
  readonly caller: Caller;
  opens(access: StaffAccess): boolean;
}

/** Turns a token of the back office into its owner; `null` for unknown, ended, expired and foreign browsers' ones. */
export interface StaffReader {
  find(token: string, browser: string | null): Promise<StaffCaller | null>;
}

/** Turns a session token into its owner; `null` for unknown, ended and expired ones. */
export interface SessionReader {
  find(token: string): Promise<Caller | null>;
}

export interface SessionCookie {
  start(token: string, maxAgeMs: number | null): void;
  end(): void;
}

/** Small values shared with this one browser, unreadable for scripts; beside the session's own. */
export interface Cookies {
  read(name: string): string | null;
  put(name: string, value: string, maxAgeMs: number): void;
  drop(name: string): void;
}

/** The request as it came, for endpoints whose callers sign it. */
export interface RawRequest {
  readonly bytes: Buffer;
  header(name: string): string | null;
}

/** Where a request comes from: its address, and what its browser calls itself. */
export interface From {
  readonly ip: string;
  readonly device: string;
}

/** Keeps an answer in the transaction of its effect: a repetition after the commit gets it and does nothing. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

/** A call that carries an `Idempotency-Key`. */
export interface Keyed<Reply> {
  /** Every repetition has the same one. What is stored under it is stored once. */
  readonly id: string;
  /** What an earlier turn of the same call has marked as done; null: nothing of it is stored. */
  readonly done: unknown;
  /** Marks in the transaction of the effect what is done, where the answer is not known yet. */
  mark(tx: Tx, done: object): Promise<void>;
  readonly keep: Keep<Reply>;
}

export interface Call<D extends EndpointDefinition> {
  readonly params: ParamsOf<D>;
  readonly query: QueryOf<D>;
  readonly body: BodyOf<D>;
  readonly caller: D["access"] extends "public" | "sandbox" ? Caller | null : Caller;
  readonly from: From;
  /** Null: the call has no key. */
  readonly keyed: D["idempotent"] extends true ? Keyed<ReplyInputOf<D>> | null : null;
  /** A page in a browser sent it: browsers say so by a header that no page can set or leave out. */
  readonly isFromPage: boolean;
  readonly session: SessionCookie;
  readonly cookies: Cookies;
  /** The file that was sent, where the endpoint takes one. */
  readonly upload: D["upload"] extends object ? Uint8Array : undefined;
  readonly raw: D["rawBody"] extends true
    ? RawRequest
    : D["stream"] extends string
      ? Pick<RawRequest, "header">
      : undefined;
}

export type Refusal<D extends EndpointDefinition> = D["problems"][number] | CommonProblem;

/** A refusal that somebody outside put into words; they stand in the place of ours. */
export interface Explained<Code extends ProblemCode> {
  readonly code: Code;
  readonly detail: string;
  /** After so many seconds the same call may go well. */
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
