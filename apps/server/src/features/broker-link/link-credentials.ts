import { randomUUID } from "node:crypto";
import { isProofFresh } from "@vriddhi/core/account/session-rules";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { LimitKey } from "../../platform/limits/limits.ts";
import { tooMany } from "../../platform/limits/too-many.ts";
import { masksChanged, totpMalformed } from "./link.messages.ts";
import type { Draft, Link, LinkSettings } from "./link.store.ts";
import { type LinkLogin, settingsOf } from "./link-login.ts";
import { wouldAbandon } from "./link-proof.ts";
import { isSameSet, type PlainCredentials } from "./link-secrets.ts";
import type { Begun, ConnectRefusal, CredentialSet, LinkDeps, Person, TypedCredentials } from "./link-types.ts";
import { keptOrTyped } from "./mask.ts";

const settingsByDefault: LinkSettings = { isAutoApproved: false, dailyTradesMax: 50, isRiskManaged: true };

/** Base32, as authenticators show it: in groups or as one string. */
const TOTP_SHAPE = /^[A-Z2-7]+=*$/i;
const isTotpSecret = (text: string): boolean => TOTP_SHAPE.test(text.replace(/[\s-]/g, ""));

/** Replaces masked fields with the stored values; `null` when a mask has no stored value. */
function resolveFields(stored: PlainCredentials | null, typed: TypedCredentials): PlainCredentials | null {
  const resolve = (text: string | undefined, kept: string | null | undefined) =>
    text === undefined ? undefined : keptOrTyped(text, kept ?? null);
  const appKey = keptOrTyped(typed.appKey, stored?.appKey ?? null);
  const appSecret = resolve(typed.appSecret, stored?.appSecret);
  const pin = resolve(typed.pin, stored?.pin);
  const totp = resolve(typed.totp, stored?.totp);
  if (appKey === null || appSecret === null || pin === null || totp === null) return null;
  // A code typed today keeps the stored secret, which tomorrow's login needs.
  const keptTotp = stored?.clientId === typed.clientId ? stored.totp : null;
  return {
    clientId: typed.clientId,
    appKey,
    appSecret: appSecret ?? null,
    pin: pin ?? null,
    totp: totp ?? keptTotp,
  };
}

const faultIn = (plain: PlainCredentials | null): string | null =>
  plain !== null && plain.totp !== null && !isTotpSecret(plain.totp) ? totpMalformed : null;

const sameSettings = (a: LinkSettings, b: LinkSettings): boolean =>
  a.isAutoApproved === b.isAutoApproved && a.dailyTradesMax === b.dailyTradesMax && a.isRiskManaged === b.isRiskManaged;

export interface LinkConnect {
  /** The typed values replace the stored ones only after the broker accepts them. Settings need no login. */
  connect(
    person: Person,
    broker: BrokerName,
    typed: TypedCredentials,
    totpCode?: string | null,
  ): Promise<Result<Begun, ConnectRefusal>>;
  connectAutomatically(
    person: Person,
    broker: BrokerName,
    typed: TypedCredentials,
  ): Promise<Result<null, ConnectRefusal>>;
}

function createPrepare(deps: LinkDeps) {
  const { store, secrets, humanClock } = deps;

  const unmask = (typed: TypedCredentials, link: Link | null, draft: Draft | null): PlainCredentials | null =>
    resolveFields(link && secrets.plainOfLink(link), typed) ??
    resolveFields(draft && secrets.plainOfDraft(draft), typed);

  function keptBy(
    plain: PlainCredentials,
    link: Link | null,
    draft: Draft | null,
  ): Pick<CredentialSet, "kept" | "credentialsId"> {
    if (link !== null && isSameSet(secrets.plainOfLink(link), plain))
      return { kept: "link", credentialsId: link.credentialsId };
    // The same values saved twice are one set: a login that began with the first continues.
    if (draft !== null && isSameSet(secrets.plainOfDraft(draft), plain))
      return { kept: "draft", credentialsId: draft.credentialsId };
    return { kept: "nowhere", credentialsId: randomUUID() };
  }

  const isOtherAccount = (link: Link | null, { clientId }: PlainCredentials): boolean =>
    link !== null && link.clientId.toUpperCase() !== clientId.toUpperCase();
  const isProved = ({ provedAt }: Person): boolean =>
    provedAt !== undefined && isProofFresh(provedAt, humanClock.now());

  return async (
    person: Person,
    broker: BrokerName,
    typed: TypedCredentials,
  ): Promise<Result<CredentialSet, ConnectRefusal>> => {
    const { userId } = person;
    const link = await store.find(userId, broker);
    const draft = await store.findDraft(userId, broker, humanClock.now());
    const plain = unmask(typed, link, draft);
    const detail = faultIn(plain);
    if (plain === null || detail !== null) return err({ code: "invalid_input", detail: detail ?? masksChanged });
    if (isOtherAccount(link, plain) && !isProved(person)) return err("proof_required");
    if (await wouldAbandon(deps, { link, plain })) return err("position_open");
    const settings = typed.settings ?? (link === null ? settingsByDefault : settingsOf(link));
    return ok({ userId, broker, plain, settings, link, ...keptBy(plain, link, draft) });
  };
}

export function createConnect(deps: LinkDeps, login: LinkLogin, isConnected: (link: Link) => boolean): LinkConnect {
  const { store, limiter } = deps;
  const prepare = createPrepare(deps);

  /** Only login attempts count, not settings: brokers lock accounts after a few wrong PINs. */
  async function spentBudget(person: Person): Promise<LimitKey | null> {
    if (!(await limiter.take("connect:ip", limitSubject(person.ip)))) return "connect:ip";
    return (await limiter.take("connect:account", person.userId)) ? null : "connect:account";
  }

  async function putSettings({ kept, link, settings }: CredentialSet): Promise<boolean> {
    if (kept !== "link" || link === null || sameSettings(settingsOf(link), settings)) return false;
    await store.putSettings(link.id, settings);
    return isConnected(link);
  }

  async function dropDraft({ userId, broker, kept }: CredentialSet): Promise<void> {
    if (kept === "link") await store.transaction((tx) => store.removeDraft(tx, userId, broker));
  }

  return {
    async connect(person, broker, typed, totpCode) {
      const prepared = await prepare(person, broker, typed);
      if (!prepared.ok) return prepared;
      if (await putSettings(prepared.value)) return ok({ kind: "done" });
      const spent = await spentBudget(person);
      if (spent !== null) return err(tooMany(spent));
      await dropDraft(prepared.value);
      return login.begin(prepared.value, person, totpCode);
    },
    async connectAutomatically(person, broker, typed) {
      const prepared = await prepare(person, broker, typed);
      if (!prepared.ok) return prepared;
      const spent = await spentBudget(person);
      if (spent !== null) return err(tooMany(spent));
      await dropDraft(prepared.value);
      return login.unattended(prepared.value, person);
    },
  };
}
