import { hash, randomBytes, randomUUID } from "node:crypto";
import { isSessionAlive, SEEN_AGAIN_AFTER_MS, spanOf } from "@vriddhi/core/account/session-rules";
import { type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Caller, Proof, SessionReader } from "../../platform/http/handler.ts";
import type { SessionRow, SessionStore } from "./session.store.ts";

const TOKEN_BYTES = 32;
const hashOf = (token: string): Buffer => hash("sha256", token, "buffer");

export interface StartedSession {
  readonly token: string;
  /** `null`: a session cookie. */
  readonly maxAgeMs: number | null;
}

export interface SessionDeps {
  readonly store: SessionStore;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  notifyNewDevice(userId: string, from: { ip: string; device: string }): Promise<void>;
}

export interface SessionService extends SessionReader {
  start(
    userId: string,
    from: { ip: string; device: string },
    isRemembered: boolean,
    by: Proof,
  ): Promise<StartedSession>;
  prove(caller: Caller, by: Proof): Promise<void>;
  /** The same session under a new token, in case the old one was read. */
  renew(caller: Caller): Promise<StartedSession>;
  end(caller: Pick<Caller, "sessionId" | "userId">, ip: string): Promise<void>;
  endOthers(caller: Caller, ip: string): Promise<void>;
  listOf(caller: Caller): Promise<readonly SessionRow[]>;
  revoke(caller: Caller, sessionId: string, ip: string): Promise<boolean>;
}

export function createSessionService({ store, audit, humanClock, notifyNewDevice }: SessionDeps): SessionService {
  return {
    async start(userId, from, isRemembered, by) {
      const isNewDevice = await store.isNewDevice(userId, from.device);
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const now = humanClock.now();
      const { absoluteMs } = spanOf(isRemembered);
      await store.insert(
        {
          id: randomUUID(),
          userId,
          isRemembered,
          ...from,
          createdAt: now,
          lastSeenAt: now,
          expiresAt: later(now, absoluteMs),
          provedAt: now,
          provedBy: by,
        },
        hashOf(token),
      );
      await audit.record({ kind: "login", userId, ...from });
      if (isNewDevice) await notifyNewDevice(userId, from);
      return { token, maxAgeMs: isRemembered ? absoluteMs : null };
    },
    async find(token) {
      const found = await store.find(hashOf(token));
      const now = humanClock.now();
      if (!found || !isSessionAlive(found.session, now)) return null;
      if (now - found.session.lastSeenAt > SEEN_AGAIN_AFTER_MS) await store.touch(found.caller.sessionId, now);
      return found.caller;
    },
    prove: ({ sessionId }, by) => store.setProof(sessionId, humanClock.now(), by),
    async renew({ sessionId }) {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      await store.setToken(sessionId, hashOf(token));
      const kept = await store.spanOf(sessionId);
      return { token, maxAgeMs: kept?.isRemembered === true ? kept.expiresAt - humanClock.now() : null };
    },
    async endOthers(caller, ip) {
      const ended = await store.removeOthers(caller.sessionId, caller.userId);
      if (ended > 0) await audit.record({ kind: "session_revoked", userId: caller.userId, ip });
    },
    async end(caller, ip) {
      await store.remove(caller.sessionId, caller.userId);
      await audit.record({ kind: "logout", userId: caller.userId, ip });
    },
    async listOf(caller) {
      const now = humanClock.now();
      return (await store.listOf(caller.userId)).filter((session) => isSessionAlive(session, now));
    },
    async revoke(caller, sessionId, ip) {
      const wasOwn = await store.remove(sessionId, caller.userId);
      if (wasOwn) await audit.record({ kind: "session_revoked", userId: caller.userId, ip });
      return wasOwn;
    },
  };
}
