import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { makeJwt } from "../broker/jwt.ts";
import { secondsOf } from "./times.ts";

export interface Session {
  readonly client: string;
  readonly apiKey: string;
  readonly jwt: string;
  readonly refreshToken: string;
  readonly feedToken: string;
  /** Midnight in India, on the market clock. */
  readonly expiresAt: EpochMs;
}

export interface Sessions {
  open(client: string, apiKey: string, market: EpochMs): Session;
  /** A refresh token works once; its other tokens stay valid until midnight. */
  renew(refreshToken: string, market: EpochMs): Result<Session, "AB8050" | "AB8051">;
  check(jwt: string, market: EpochMs): Session | "expired" | null;
  findByFeedToken(feedToken: string, market: EpochMs): Session | null;
  clientOf(jwt: string): string | null;
  /** Not logged out and not past midnight. */
  isLive(session: Session, market: EpochMs): boolean;
  /** `null` ends the sessions of all clients. */
  end(client: string | null): void;
}

const MIDNIGHT = istMinute(0, 0);
/** Sessions of earlier days are dropped beyond this count. */
const SWEEP_FROM = 1_000;

const nextMidnight = (market: EpochMs): EpochMs => istInstant(addDays(istDateOf(market), 1), MIDNIGHT);

export function createSessions(secret: string): Sessions {
  const byJwt = new Map<string, Session>();
  const byRefresh = new Map<string, Session>();
  const byFeed = new Map<string, Session>();
  const byClient = new Map<string, Set<Session>>();
  let count = 0;
  let sweepAt = SWEEP_FROM;

  function forget(session: Session): void {
    byJwt.delete(session.jwt);
    byRefresh.delete(session.refreshToken);
    byFeed.delete(session.feedToken);
    const own = byClient.get(session.client);
    own?.delete(session);
    if (own?.size === 0) byClient.delete(session.client);
  }

  function sweep(market: EpochMs): void {
    const today = istInstant(istDateOf(market), MIDNIGHT);
    for (const session of byJwt.values()) if (session.expiresAt < today) forget(session);
    sweepAt = byJwt.size + SWEEP_FROM;
  }

  function open(client: string, apiKey: string, market: EpochMs): Session {
    if (byJwt.size >= sweepAt) sweep(market);
    const expiresAt = nextMidnight(market);
    const claims = { username: client, iat: secondsOf(market), exp: secondsOf(expiresAt), jti: String(++count) };
    const session: Session = {
      client,
      apiKey,
      expiresAt,
      jwt: makeJwt({ ...claims, roles: 0, usertype: "USER" }, secret),
      refreshToken: makeJwt({ ...claims, token: "REFRESH-TOKEN" }, secret),
      feedToken: makeJwt({ ...claims, token: "FEED-TOKEN" }, secret),
    };
    byJwt.set(session.jwt, session);
    byRefresh.set(session.refreshToken, session);
    byFeed.set(session.feedToken, session);
    const own = byClient.get(client);
    if (own === undefined) byClient.set(client, new Set([session]));
    else own.add(session);
    return session;
  }

  const isLive = (session: Session, market: EpochMs): boolean =>
    market < session.expiresAt && byJwt.get(session.jwt) === session;

  return {
    open,
    renew(refreshToken, market) {
      const session = byRefresh.get(refreshToken);
      if (session === undefined) return err("AB8050");
      if (market >= session.expiresAt) return err("AB8051");
      byRefresh.delete(refreshToken);
      return ok(open(session.client, session.apiKey, market));
    },
    check(jwt, market) {
      const session = byJwt.get(jwt);
      if (session === undefined) return null;
      return market < session.expiresAt ? session : "expired";
    },
    findByFeedToken(feedToken, market) {
      const session = byFeed.get(feedToken);
      return session !== undefined && isLive(session, market) ? session : null;
    },
    clientOf: (jwt) => byJwt.get(jwt)?.client ?? null,
    isLive,
    end(client) {
      const ended = client === null ? [...byJwt.values()] : [...(byClient.get(client) ?? [])];
      for (const session of ended) forget(session);
    },
  };
}
