import { randomBytes } from "node:crypto";
import type { BrokerCredentials, BrokerSession, Egress } from "@vriddhi/brokers/port/session";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Link, SealedSession } from "./link.store.ts";

type Owner = Pick<Link, "id" | "userId">;
type Column = "sealed_app_secret" | "sealed_pin" | "sealed_totp" | "sealed_access" | "sealed_refresh" | "sealed_feed";

const HANDLE_BYTES = 18;

/** Seals what a link keeps and opens it again; nothing else touches the box. */
export interface LinkSecrets {
  seal(owner: Owner, column: Column, plain: string | null): string | null;
  open(owner: Owner, column: Column, sealed: string | null): string | null;
  sealSession(owner: Owner, session: BrokerSession): SealedSession;
  sessionOf(link: Link): BrokerSession | null;
  /** `totpCode` is one that was typed right now. */
  credentialsOf(link: Link, redirectUrl: string, totpCode?: string | null): BrokerCredentials;
}

export const egressOf = ({ localAddress, proxyUrl }: Pick<Link, "localAddress" | "proxyUrl">): Egress => ({
  localAddress,
  proxyUrl,
});

export function createLinkSecrets(box: SecretBox): LinkSecrets {
  const place = ({ id, userId }: Owner, column: Column) => ({ table: "broker_links", column, row: id, user: userId });
  const sealOne = (owner: Owner, column: Column, plain: string): string => box.seal(plain, place(owner, column));
  const seal: LinkSecrets["seal"] = (owner, column, plain) => (plain === null ? null : sealOne(owner, column, plain));
  const open: LinkSecrets["open"] = (owner, column, sealed) =>
    sealed === null ? null : box.open(sealed, place(owner, column));
  return {
    seal,
    open,
    sealSession: (owner, session) => ({
      sealedAccess: sealOne(owner, "sealed_access", session.accessToken),
      sealedRefresh: seal(owner, "sealed_refresh", session.refreshToken),
      sealedFeed: seal(owner, "sealed_feed", session.feedToken),
      refreshHandle: session.refreshToken === null ? null : randomBytes(HANDLE_BYTES).toString("base64url"),
      from: session.issuedAt,
      until: session.expiresAt,
    }),
    sessionOf(link) {
      const { session } = link;
      if (session === null) return null;
      return {
        clientId: link.clientId,
        appKey: link.appKey,
        accessToken: box.open(session.sealedAccess, place(link, "sealed_access")),
        refreshToken: open(link, "sealed_refresh", session.sealedRefresh),
        feedToken: open(link, "sealed_feed", session.sealedFeed),
        issuedAt: session.from,
        expiresAt: session.until,
      };
    },
    credentialsOf: (link, redirectUrl, totpCode = null) => ({
      clientId: link.clientId,
      appKey: link.appKey,
      appSecret: open(link, "sealed_app_secret", link.sealedAppSecret),
      pin: open(link, "sealed_pin", link.sealedPin),
      totpSecret: open(link, "sealed_totp", link.sealedTotp),
      totpCode,
      redirectUrl,
    }),
  };
}
