import { randomUUID } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later } from "@vriddhi/core/time/clock";
import { CODE_LIFE_MS, CODE_TRIES_MAX, type ShortCodes } from "../../platform/crypto/short-code.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type Asker, type Limiter, mayMailCode } from "../../platform/limits/limiter.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import type { Mail, PostMail } from "../../platform/mail/mail.ts";
import type { CodeAsked } from "../../platform/mail/mail-format.ts";
import type { CodePurpose, CredentialStore, MailCode } from "./credential.store.ts";

export interface MailedCodes {
  maySend(email: string, asker: Asker): Promise<Result<void, TooMany>>;
  send(
    userId: string,
    purpose: CodePurpose,
    email: string,
    toMail: (code: string, asked: CodeAsked) => Mail,
  ): Promise<void>;
  /** Counts the attempt and keeps a right code. */
  check(userId: string, purpose: CodePurpose, code: string): Promise<boolean>;
  drop(userId: string): Promise<void>;
  /** Counts the attempt; a right code is deleted with all others of its purpose. */
  spend(
    tx: Tx,
    userId: string,
    purpose: CodePurpose,
    code: string,
  ): Promise<Result<MailCode, "code_wrong" | "code_expired">>;
}

export interface MailedCodesDeps {
  readonly store: CredentialStore;
  readonly clock: HumanClock;
  readonly limiter: Limiter;
  readonly postMail: PostMail;
  readonly codes: ShortCodes;
}

export const createMailedCodes = ({ store, clock, limiter, postMail, codes }: MailedCodesDeps): MailedCodes => ({
  maySend: (email, asker) => mayMailCode(limiter, email, asker),
  async send(userId, purpose, email, toMail) {
    const id = randomUUID();
    const { code, codeHash } = codes.make(id);
    const now = clock.now();
    const expiresAt = later(now, CODE_LIFE_MS);
    await store.transaction(async (tx) => {
      await store.putCode(tx, { id, userId, purpose, email, codeHash, expiresAt });
      await postMail(tx, toMail(code, { now, until: expiresAt, device: null }));
    });
  },
  check: (userId, purpose, code) =>
    store.transaction(async (tx) => {
      const sent = await store.spendTry(tx, userId, purpose, clock.now(), CODE_TRIES_MAX);
      return sent !== null && codes.matches(sent.id, code, sent.codeHash);
    }),
  drop: (userId) => store.transaction((tx) => store.dropCodes(tx, userId)),
  async spend(tx, userId, purpose, code) {
    const sent = await store.spendTry(tx, userId, purpose, clock.now(), CODE_TRIES_MAX);
    if (!sent) return err("code_expired");
    if (!codes.matches(sent.id, code, sent.codeHash)) return err("code_wrong");
    await store.dropCodes(tx, userId);
    return ok(sent);
  },
});
