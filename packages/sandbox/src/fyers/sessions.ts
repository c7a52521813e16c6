import { SECOND_MS } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import type { BrokerClient, Clients } from "../broker/client.ts";
import type { Moment } from "../broker/wire.ts";
import { createGrants, type Grants } from "./grants.ts";
import { makeHsmKey, readHsmKey } from "./hsm-key.ts";
import { type Refusal, refusals } from "./reply.ts";
import { epochSeconds, nextExpiry } from "./times.ts";
import { type Claims, createTokens } from "./tokens.ts";

export interface Session {
  readonly client: string;
  readonly appKey: string;
  readonly serial: number;
  /** Seconds on the market's clock. */
  readonly expiresAt: number;
}

export type Checked = { readonly ok: true; readonly session: Session } | { readonly ok: false; readonly why: Refusal };

export interface Sessions extends Grants {
  open(client: BrokerClient, at: Moment): { readonly access_token: string; readonly refresh_token: string };
  check(authorization: string | undefined, at: Moment): Checked;
  /** The state of a token without the app id, which one call accepts. */
  checkBare(authorization: string | undefined, at: Moment): Checked;
  subjectOf(token: string): string | null;
  checkHsmKey(key: string, at: Moment): Session | null;
  isAlive(session: Session, at: Moment): boolean;
  /** The header's client, valid or not. */
  ownerOf(authorization: string | undefined): string | null;
  close(session: Session): void;
  /** `null` for all clients; `human` is the latest known moment. */
  revoke(client: string | null, human: number): void;
}

const REFRESH_DAYS_S = 15 * 86_400;

interface Kept {
  revokedAll: number;
  readonly revoked: Map<string, number>;
  readonly closed: Map<number, true>;
  readonly read: Map<string, Session>;
}

function accessClaims(client: BrokerClient, serial: number, exp: number, at: Moment, secret: string): Claims {
  const issued = epochSeconds(at.market);
  return {
    iss: "api.fyers.in",
    iat: issued,
    exp,
    nbf: issued,
    aud: ["x:0", "x:1", "x:2", "d:1", "d:2"],
    sub: "access_token",
    at_hash: makeHsmKey({ client: client.app.key, serial, expiresAt: exp }, secret).slice(-32),
    display_name: client.id,
    oms: "K1",
    hsm_key: makeHsmKey({ client: client.id, serial, expiresAt: exp }, secret),
    isDdpiEnabled: "N",
    isMtfEnabled: "N",
    fy_id: client.id,
    appType: 100,
    poa_flag: "N",
    app_id: client.app.key,
    jti: serial,
  };
}

const splitHeader = (authorization: string | undefined): readonly [string, string] | null => {
  const cut = authorization?.indexOf(":") ?? -1;
  return authorization === undefined || cut < 1 ? null : [authorization.slice(0, cut), authorization.slice(cut + 1)];
};

/** Checks a header in Fyers' order. */
function createChecks({ read, isRevoked, isAlive }: Judges): Pick<Sessions, "check" | "checkBare"> {
  function judge(session: Session | null, at: Moment): Checked {
    if (session === null) return { ok: false, why: refusals.tokenUnknown };
    if (isRevoked(session)) return { ok: false, why: refusals.tokenRevoked };
    return isAlive(session, at) ? { ok: true, session } : { ok: false, why: refusals.tokenExpired };
  }
  function check(authorization: string | undefined, at: Moment): Checked {
    const header = splitHeader(authorization);
    if (header === null) return { ok: false, why: refusals.tokenMissing };
    const session = read(header[1]);
    if (session !== null && session.appKey !== header[0])
      return { ok: false, why: { ...refusals.appUnknown, status: 401 } };
    return judge(session, at);
  }
  return {
    check,
    checkBare: (authorization, at) =>
      authorization === undefined || authorization.includes(":")
        ? check(authorization, at)
        : judge(read(authorization), at),
  };
}

interface Judges {
  read(token: string): Session | null;
  isRevoked(session: Session): boolean;
  isAlive(session: Session, at: Moment): boolean;
}

export function createSessions(clients: Clients, secret: string): Sessions {
  const tokens = createTokens(secret);
  const kept: Kept = { revokedAll: 0, revoked: new Map(), closed: new Map(), read: new Map() };
  let newest = 0;

  /** Unique and rising across restarts. */
  const nextSerial = (at: Moment): number => {
    newest = Math.max(newest + 1, at.human);
    return newest;
  };
  const isRevoked = ({ client, serial }: Session): boolean =>
    serial <= kept.revokedAll || serial <= (kept.revoked.get(client) ?? 0) || kept.closed.has(serial);

  function read(token: string): Session | null {
    const known = kept.read.get(token);
    if (known !== undefined) return known;
    const claims = tokens.read(token, "access_token");
    if (claims === null || clients.find(claims.fy_id) === null) return null;
    const session = {
      client: claims.fy_id,
      appKey: String(claims["app_id"]),
      serial: claims.jti,
      expiresAt: claims.exp,
    };
    newest = Math.max(newest, session.serial);
    lruPut(kept.read, token, session);
    return session;
  }

  const isAlive = (session: Session, at: Moment): boolean =>
    !isRevoked(session) && at.market < session.expiresAt * SECOND_MS;

  const { check, checkBare } = createChecks({ read, isRevoked, isAlive });

  return {
    ...createGrants(tokens, nextSerial),
    open(client, at) {
      const exp = epochSeconds(nextExpiry(at.market));
      const access = accessClaims(client, nextSerial(at), exp, at, secret);
      const refresh: Claims = {
        sub: "refresh_token",
        fy_id: client.id,
        exp: epochSeconds(at.market) + REFRESH_DAYS_S,
        jti: nextSerial(at),
      };
      return { access_token: tokens.sign(access), refresh_token: tokens.sign(refresh) };
    },
    check,
    checkBare,
    subjectOf: (token) => tokens.subjectOf(token),
    checkHsmKey(key, at) {
      const found = readHsmKey(key, secret);
      if (found === null) return null;
      const session = { ...found, appKey: "" };
      return isAlive(session, at) && clients.find(session.client) !== null ? session : null;
    },
    isAlive,
    ownerOf(authorization) {
      const header = splitHeader(authorization);
      return header === null ? null : (read(header[1])?.client ?? null);
    },
    close: ({ serial }) => lruPut(kept.closed, serial, true),
    revoke(client, human) {
      newest = Math.max(newest, human);
      if (client === null) kept.revokedAll = newest;
      else kept.revoked.set(client, newest);
    },
  };
}
