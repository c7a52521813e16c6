import { hash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import {
  ADMIN_SESSION_MS,
  isAdminSessionAlive,
  opens,
  roleForAccess,
  type StaffAccess,
  type StaffArea,
  type StaffRole,
} from "@vriddhi/core/back-office/admin-session";
import { type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Caller, StaffCaller, StaffReader } from "../../platform/http/handler.ts";
import type { AdminSessionRow, AdminSessionStore } from "./admin-session.store.ts";

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");
const hashOf = (token: string): Buffer => hash("sha256", token, "buffer");

export interface StaffLogin {
  readonly ip: string;
  readonly device: string;
  /** The browser that the token is bound to; `null` for a program. */
  readonly browser: { readonly known: string | null } | null;
}

export interface StartedAdminSession {
  readonly token: string;
  /** The cookie to set, or `null`. */
  readonly browser: { readonly value: string; readonly maxAgeMs: number } | null;
}

export interface AdminSessionService extends StaffReader {
  start(
    user: { readonly id: string; readonly role: StaffRole },
    door: StaffArea,
    from: StaffLogin,
    by: "password" | "code",
  ): Promise<StartedAdminSession>;
  prove(caller: Caller, by: "password" | "code"): Promise<void>;
  /** Ends what this token opened; an ended session is not an error. */
  leave(token: string | null, browser: string | null, ip: string): Promise<void>;
  end(by: Caller, sessionId: string, ip: string): Promise<boolean>;
  list(): Promise<readonly AdminSessionRow[]>;
  expiryOf(caller: Caller): Promise<EpochMs | null>;
}

export interface AdminSessionDeps {
  readonly store: AdminSessionStore;
  readonly audit: Audit;
  readonly clock: HumanClock;
  notifyNewDevice(userId: string, from: { readonly ip: string; readonly device: string }): Promise<void>;
}

/** A token issued to a browser is invalid without that browser's cookie. */
function isBoundElsewhere(browserHash: Buffer | null, browser: string | null): boolean {
  if (browserHash === null) return false;
  return browser === null || !timingSafeEqual(browserHash, hashOf(browser));
}

/** One value per browser, so that admin and support sessions can be open at the same time. */
const browserValue = (known: string | null): string => (known !== null && TOKEN_SHAPE.test(known) ? known : newToken());

export function createAdminSessionService(deps: AdminSessionDeps): AdminSessionService {
  const { store, audit, clock } = deps;

  async function find(token: string, browser: string | null): Promise<StaffCaller | null> {
    if (!TOKEN_SHAPE.test(token)) return null;
    const found = await store.find(hashOf(token));
    if (!found || !isAdminSessionAlive(found.expiresAt, clock.now())) return null;
    if (isBoundElsewhere(found.browserHash, browser)) return null;
    const role = roleForAccess(found.door, found.caller.role);
    if (role === null) return null;
    const { door } = found;
    return { caller: found.caller, opens: (access: StaffAccess) => opens(access, door, role) };
  }

  return {
    find,
    async start(user, door, { ip, device, browser }, by) {
      const now = clock.now();
      const token = newToken();
      const value = browser === null ? null : browserValue(browser.known);
      const isNewDevice = await store.isNewDevice(user.id, device);
      const session = {
        id: randomUUID(),
        userId: user.id,
        door,
        browserHash: value === null ? null : hashOf(value),
        device,
        ip,
        createdAt: now,
        expiresAt: later(now, ADMIN_SESSION_MS),
        provedAt: now,
        provedBy: by,
      };
      await store.transaction(async (tx) => {
        await store.insert(tx, session, hashOf(token));
        const kind = door === "desk" ? "desk_login" : "blog_login";
        await audit.record({ kind, userId: user.id, byUserId: user.id, ip, device }, tx);
      });
      if (isNewDevice) await deps.notifyNewDevice(user.id, { ip, device });
      return { token, browser: value === null ? null : { value, maxAgeMs: ADMIN_SESSION_MS } };
    },
    prove: ({ sessionId }, by) => store.setProof(sessionId, clock.now(), by),
    async leave(token, browser, ip) {
      const found = token === null ? null : await find(token, browser);
      if (found === null) return;
      const { sessionId, userId } = found.caller;
      await store.transaction(async (tx) => {
        await store.remove(tx, sessionId);
        await audit.record({ kind: "desk_logout", userId, byUserId: userId, ip }, tx);
      });
    },
    end: (by, sessionId, ip) =>
      store.transaction(async (tx) => {
        const userId = await store.remove(tx, sessionId);
        if (userId !== null) await audit.record({ kind: "desk_session_ended", userId, byUserId: by.userId, ip }, tx);
        return userId !== null;
      }),
    list: () => store.list(clock.now()),
    expiryOf: ({ sessionId }) => store.expiryOf(sessionId),
  };
}
