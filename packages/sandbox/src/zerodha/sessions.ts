import { createHmac } from "node:crypto";
import { DAY_MS, type EpochMs, epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { Moment } from "../broker/wire.ts";

/** Lasts until the morning. */
export interface Session {
  readonly client: string;
  readonly apiKey: string;
  readonly accessToken: string;
  readonly publicToken: string;
  readonly loginAt: EpochMs;
  readonly expiresAt: EpochMs;
}

export interface Sessions {
  /** The user has logged in: the application may fetch a session once and soon. */
  grant(client: string, apiKey: string, at: Moment): string;
  /** The granted session; ends the client's previous one. */
  redeem(requestToken: string, apiKey: string, at: Moment): Session | null;
  find(apiKey: string, accessToken: string, market: EpochMs): Session | null;
  isAlive(session: Session, market: EpochMs): boolean;
  end(session: Session): void;
  endAll(client: string | null): void;
}

const EXPIRY = istMinute(6, 0);
const GRANT_MS = 5 * MINUTE_MS;
const TOKEN_LENGTH = 32;

export function nextExpiry(market: EpochMs): EpochMs {
  const today = istInstant(istDateOf(market), EXPIRY);
  return today > market ? today : epochMs(today + DAY_MS);
}

export type DrawToken = (kind: string, client: string, at: Moment) => string;

/** Unguessable letters and digits, unique across restarts. */
export function createTokens(secret: string): DrawToken {
  let count = 0;
  return (kind, client, at) => {
    count++;
    const drawn = createHmac("sha256", secret).update(`${kind}:${client}:${at.human}:${at.market}:${count}`);
    return drawn.digest("base64").replace(/[+/=]/g, "").padEnd(TOKEN_LENGTH, "0").slice(0, TOKEN_LENGTH);
  };
}

interface Grant {
  readonly client: string;
  readonly apiKey: string;
  readonly until: EpochMs;
}

export function createSessions(drawToken: DrawToken): Sessions {
  const grants = new Map<string, Grant>();
  const grantOf = new Map<string, string>();
  const sessions = new Map<string, Session>();
  const sessionOf = new Map<string, Session>();

  function end(session: Session): void {
    sessions.delete(session.accessToken);
    if (sessionOf.get(session.client) === session) sessionOf.delete(session.client);
  }

  return {
    grant(client, apiKey, at) {
      const token = drawToken("request", client, at);
      grants.delete(grantOf.get(client) ?? "");
      grantOf.set(client, token);
      grants.set(token, { client, apiKey, until: later(at.human, GRANT_MS) });
      return token;
    },
    redeem(requestToken, apiKey, at) {
      const grant = grants.get(requestToken);
      if (grant === undefined || grant.apiKey !== apiKey) return null;
      grants.delete(requestToken);
      grantOf.delete(grant.client);
      if (at.human >= grant.until) return null;
      const before = sessionOf.get(grant.client);
      if (before !== undefined) end(before);
      const session: Session = {
        client: grant.client,
        apiKey,
        accessToken: drawToken("access", grant.client, at),
        publicToken: drawToken("public", grant.client, at),
        loginAt: at.market,
        expiresAt: nextExpiry(at.market),
      };
      sessions.set(session.accessToken, session);
      sessionOf.set(session.client, session);
      return session;
    },
    find(apiKey, accessToken, market) {
      const session = sessions.get(accessToken);
      if (session === undefined || session.apiKey !== apiKey) return null;
      if (market < session.expiresAt) return session;
      end(session);
      return null;
    },
    isAlive: (session, market) => sessions.get(session.accessToken) === session && market < session.expiresAt,
    end,
    endAll(client) {
      if (client !== null) {
        const session = sessionOf.get(client);
        if (session !== undefined) end(session);
        grants.delete(grantOf.get(client) ?? "");
        grantOf.delete(client);
        return;
      }
      for (const map of [grants, grantOf, sessions, sessionOf]) map.clear();
    },
  };
}
