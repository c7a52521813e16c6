import { randomBytes } from "node:crypto";
import type { BrokerCredentials, BrokerSession, Egress } from "@vriddhi/brokers/port/session";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Draft, Link, SealedCredentials, SealedSession } from "./link.store.ts";

type Owner = Pick<Link, "id" | "userId">;
type DraftOwner = Pick<Draft, "userId" | "broker">;
type TypedColumn = "sealed_app_key" | "sealed_app_secret" | "sealed_pin" | "sealed_totp";
type Column = TypedColumn | "sealed_access" | "sealed_refresh" | "sealed_feed";

const HANDLE_BYTES = 18;

/** Typed credentials in clear text; only in memory. */
export interface PlainCredentials {
  readonly clientId: string;
  readonly appKey: string;
  readonly appSecret: string | null;
  readonly pin: string | null;
  readonly totp: string | null;
}

type SealedSecrets = Pick<SealedCredentials, "sealedAppKey" | "sealedAppSecret" | "sealedPin" | "sealedTotp">;

export interface LinkSecrets {
  sealForLink(owner: Owner, plain: PlainCredentials): SealedSecrets;
  sealForDraft(owner: DraftOwner, plain: PlainCredentials): SealedSecrets;
  plainOfLink(link: Link): PlainCredentials;
  plainOfDraft(draft: Draft): PlainCredentials;
  sealSession(owner: Owner, session: BrokerSession): SealedSession;
  sessionOf(link: Link): BrokerSession | null;
}

export const newHandle = (): string => randomBytes(HANDLE_BYTES).toString("base64url");

export const egressOf = (link: Pick<Link, "localAddress" | "proxyUrl"> | null): Egress => ({
  localAddress: link?.localAddress ?? null,
  proxyUrl: link?.proxyUrl ?? null,
});

export const toBrokerCredentials = (
  { totp, ...plain }: PlainCredentials,
  redirectUrl: string,
  totpCode: string | null = null,
): BrokerCredentials => ({ ...plain, totpSecret: totp, totpCode, redirectUrl });

export const isSameSet = (a: PlainCredentials, b: PlainCredentials): boolean =>
  a.clientId === b.clientId &&
  a.appKey === b.appKey &&
  a.appSecret === b.appSecret &&
  a.pin === b.pin &&
  a.totp === b.totp;

export function createLinkSecrets(box: SecretBox): LinkSecrets {
  /** Binds a secret to its row: it decrypts in no other row. */
  function rowContext(table: string, row: string, user: string) {
    const place = (column: Column) => ({ table, column, row, user });
    const sealOne = (column: Column, plain: string) => box.seal(plain, place(column));
    const openOne = (column: Column, sealed: string) => box.open(sealed, place(column));
    const seal = (column: Column, plain: string | null) => (plain === null ? null : sealOne(column, plain));
    const open = (column: Column, sealed: string | null) => (sealed === null ? null : openOne(column, sealed));
    return {
      seal,
      open,
      sealOne,
      openOne,
      sealAll: (plain: PlainCredentials): SealedSecrets => ({
        sealedAppKey: sealOne("sealed_app_key", plain.appKey),
        sealedAppSecret: seal("sealed_app_secret", plain.appSecret),
        sealedPin: seal("sealed_pin", plain.pin),
        sealedTotp: seal("sealed_totp", plain.totp),
      }),
      openAll: (sealed: SealedCredentials): PlainCredentials => ({
        clientId: sealed.clientId,
        appKey: openOne("sealed_app_key", sealed.sealedAppKey),
        appSecret: open("sealed_app_secret", sealed.sealedAppSecret),
        pin: open("sealed_pin", sealed.sealedPin),
        totp: open("sealed_totp", sealed.sealedTotp),
      }),
    };
  }
  const ofLink = ({ id, userId }: Owner) => rowContext("broker_links", id, userId);
  const ofDraft = ({ userId, broker }: DraftOwner) => rowContext("broker_link_drafts", `${userId}:${broker}`, userId);

  return {
    sealForLink: (owner, plain) => ofLink(owner).sealAll(plain),
    sealForDraft: (owner, plain) => ofDraft(owner).sealAll(plain),
    plainOfLink: (link) => ofLink(link).openAll(link),
    plainOfDraft: (draft) => ofDraft(draft).openAll(draft),
    sealSession(owner, session) {
      const { sealOne, seal } = ofLink(owner);
      return {
        sealedAccess: sealOne("sealed_access", session.accessToken),
        sealedRefresh: seal("sealed_refresh", session.refreshToken),
        sealedFeed: seal("sealed_feed", session.feedToken),
        refreshHandle: session.refreshToken === null ? null : newHandle(),
        from: session.issuedAt,
        until: session.expiresAt,
      };
    },
    sessionOf(link) {
      const { session } = link;
      if (session === null) return null;
      const { open, openOne } = ofLink(link);
      return {
        clientId: link.clientId,
        appKey: openOne("sealed_app_key", link.sealedAppKey),
        accessToken: openOne("sealed_access", session.sealedAccess),
        refreshToken: open("sealed_refresh", session.sealedRefresh),
        feedToken: open("sealed_feed", session.sealedFeed),
        issuedAt: session.from,
        expiresAt: session.until,
      };
    },
  };
}
