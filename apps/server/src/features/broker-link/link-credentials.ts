import { randomUUID } from "node:crypto";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Explained } from "../../platform/http/handler.ts";
import type { Link, LinkSettings } from "./link.store.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import type { LinkDeps, Person, TypedCredentials } from "./link-types.ts";
import { keptOrTyped } from "./mask.ts";

/** B3.6, B9.6 */
const DAILY_TRADES_DEFAULT = 50;

export type KeepRefusal = "client_taken" | "position_open" | "too_many_requests" | Explained<"invalid_input">;

const settingsOf = (link: Link | null): LinkSettings => ({
  isAutoApproved: link?.isAutoApproved ?? false,
  dailyTradesMax: link?.dailyTradesMax ?? DAILY_TRADES_DEFAULT,
  isRiskManaged: link?.isRiskManaged ?? true,
});

interface Fields {
  readonly clientId: string;
  readonly appKey: string;
  readonly appSecret: string | null;
  readonly pin: string | null;
  readonly totp: string | null;
}

/** The typed fields with masks replaced by what they stand for; null when a mask stands for nothing. */
function resolveFields(secrets: LinkSecrets, before: Link | null, typed: TypedCredentials): Fields | null {
  const stored = before === null ? null : secrets.credentialsOf(before, "");
  const resolve = (text: string | undefined, kept: string | null | undefined) =>
    text === undefined ? undefined : keptOrTyped(text, kept ?? null);
  const appKey = keptOrTyped(typed.appKey, stored?.appKey ?? null);
  const appSecret = resolve(typed.appSecret, stored?.appSecret);
  const pin = resolve(typed.pin, stored?.pin);
  const totp = resolve(typed.totp, stored?.totpSecret);
  if (appKey === null || appSecret === null || pin === null || totp === null) return null;
  return { clientId: typed.clientId, appKey, appSecret: appSecret ?? null, pin: pin ?? null, totp: totp ?? null };
}

/** Keeps what a form says, sealed. */
export function createKeepCredentials(deps: LinkDeps) {
  const { store, secrets, marketClock, limiter, audit } = deps;

  /** Another account or application in the place of one that still holds a position would leave it alone. */
  async function wouldAbandon(before: Link | null, fields: Fields): Promise<boolean> {
    if (before === null) return false;
    const isSame = before.clientId === fields.clientId && before.appKey === fields.appKey;
    return !isSame && (await deps.hasOpenPosition(before));
  }

  return async (person: Person, broker: BrokerName, typed: TypedCredentials): Promise<Result<Link, KeepRefusal>> => {
    if (!(await limiter.take("connect:account", person.userId))) return err("too_many_requests");
    const before = await store.find(person.userId, broker);
    const fields = resolveFields(secrets, before, typed);
    if (fields === null)
      return err({ code: "invalid_input", detail: "Please type the masked fields again: they have changed." });
    if (await wouldAbandon(before, fields)) return err("position_open");
    const owner = { id: before?.id ?? randomUUID(), userId: person.userId };
    const kept = await store.putCredentials(
      { ...owner, broker },
      {
        clientId: fields.clientId,
        appKey: fields.appKey,
        sealedAppSecret: secrets.seal(owner, "sealed_app_secret", fields.appSecret),
        sealedPin: secrets.seal(owner, "sealed_pin", fields.pin),
        sealedTotp: secrets.seal(owner, "sealed_totp", fields.totp),
        ...(typed.settings ?? settingsOf(before)),
      },
      { addresses: deps.egressAddresses, at: marketClock.now() },
    );
    if (kept === null) return err("client_taken");
    await audit.record({ kind: "broker_credentials", userId: person.userId, ip: person.ip });
    return ok(kept);
  };
}
