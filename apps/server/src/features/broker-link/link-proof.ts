import { randomUUID } from "node:crypto";
import type { BrokerSession } from "@vriddhi/brokers/port/session";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Tx } from "../../platform/db/database.ts";
import { credentialsChanged, otherClient } from "./link.messages.ts";
import type { Link, LinkProfile } from "./link.store.ts";
import { printable, refused } from "./link-refusal.ts";
import { egressOf } from "./link-secrets.ts";
import type { CredentialSet, LinkDeps, LoginRefusal, Person } from "./link-types.ts";

const sameClient = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

interface Proof {
  readonly set: CredentialSet;
  readonly session: BrokerSession;
  readonly profile: LinkProfile | null;
  readonly person: Person;
}

type Miss = "stale" | "client_taken";

/** Replacing the account or application while a position is open would leave the position unmanaged. */
export async function wouldAbandon(deps: LinkDeps, { link, plain }: Pick<CredentialSet, "link" | "plain">) {
  if (link === null) return false;
  const before = deps.secrets.plainOfLink(link);
  const isSame = before.clientId === plain.clientId && before.appKey === plain.appKey;
  return !isSame && (await deps.hasOpenPosition(link));
}

/** Makes the set the user's link, unless the client is proved to belong to another user. */
function createProvedLink({ store, secrets, marketClock, audit, egressAddresses, onLinked }: LinkDeps) {
  async function put(tx: Tx, { set, session, profile }: Proof): Promise<Link | null> {
    const before = await store.find(set.userId, set.broker, tx);
    const owner = { id: before?.id ?? randomUUID(), userId: set.userId };
    const old = before === null ? null : secrets.plainOfLink(before);
    const isSameClient = old !== null && old.clientId === set.plain.clientId;
    const isSameApplication = isSameClient && old.appKey === set.plain.appKey;
    await store.putProved(
      tx,
      {
        ...owner,
        broker: set.broker,
        clientId: set.plain.clientId,
        credentialsId: set.credentialsId,
        ...secrets.sealForLink(owner, set.plain),
        ...set.settings,
        session: secrets.sealSession(owner, session),
        profile: profile ?? (isSameClient ? (before?.profile ?? null) : null),
        isSameApplication,
        isSameClient,
      },
      { addresses: egressAddresses, at: marketClock.now() },
    );
    return before;
  }

  /** Notifies once per client: a disconnected link keeps its client, a deleted one does not. */
  async function notifyOwner(tx: Tx, { set, person }: Proof, before: Link | null): Promise<void> {
    const { userId, broker, plain } = set;
    const { clientId } = plain;
    if (person.isDemo || (before !== null && sameClient(before.clientId, clientId))) return;
    await onLinked(tx, { userId, broker, clientId, isInstead: before !== null, device: person.device ?? null });
  }

  return async (tx: Tx, proof: Proof): Promise<Link | Miss> => {
    const { userId, broker, credentialsId, plain, kept } = proof.set;
    await store.holdClaim(tx, { userId, broker, clientId: plain.clientId });
    const isThere = await store.removeDraft(tx, userId, broker, kept === "draft" ? credentialsId : undefined);
    if (kept === "draft" && !isThere) return "stale";
    const owner = await store.findByClient(broker, plain.clientId, tx);
    if (owner !== null && owner.userId !== userId) return "client_taken";
    await notifyOwner(tx, proof, await put(tx, proof));
    if (kept === "nowhere") await audit.record({ kind: "broker_credentials", userId, ip: proof.person.ip }, tx);
    return (await store.find(userId, broker, tx)) ?? "stale";
  };
}

/** Stores the session of a login, if it belongs to the right account and is still wanted. */
export function createProof(deps: LinkDeps) {
  const { store, secrets, adapters, marketClock, audit, onChanged } = deps;
  const proveLink = createProvedLink(deps);

  async function readProfile({ broker, link }: CredentialSet, session: BrokerSession): Promise<LinkProfile | null> {
    const access = { session, egress: egressOf(link), algoId: link?.algoId ?? null };
    const read = await adapters[broker].portfolio.profile(access);
    if (!read.ok) return null;
    const { name, email, mobile, userType } = read.value;
    return { name, email, mobile, userType };
  }

  async function renew(tx: Tx, link: Link, { session, profile }: Proof): Promise<Link | Miss> {
    const sealed = secrets.sealSession(link, session);
    const renewed = await store.putSession(tx, link, sealed, profile, marketClock.now());
    if (renewed === null) return "stale";
    if (renewed.localAddress !== null) return renewed;
    return { ...renewed, localAddress: await store.giveAddress(tx, link.id, deps.egressAddresses) };
  }

  async function keep(proof: Proof): Promise<"kept" | Miss> {
    const { userId, kept, link } = proof.set;
    return store.transaction(async (tx) => {
      const now = kept === "link" && link !== null ? await renew(tx, link, proof) : await proveLink(tx, proof);
      if (typeof now === "string") return now;
      await audit.record({ kind: "broker_connected", userId, ip: proof.person.ip }, tx);
      await proof.person.note?.(tx);
      await onChanged(tx, now, "connected");
      return "kept";
    });
  }

  /** Ends the session of the account that was linked before, at the broker too. */
  async function leaveOld({ broker, link, plain }: CredentialSet): Promise<void> {
    const old = link === null || link.clientId === plain.clientId ? null : secrets.sessionOf(link);
    if (old !== null && old.expiresAt > marketClock.now()) await adapters[broker].login.logout(old, egressOf(link));
  }

  return async (set: CredentialSet, session: BrokerSession, person: Person): Promise<Result<null, LoginRefusal>> => {
    if (!sameClient(session.clientId, set.plain.clientId)) {
      await adapters[set.broker].login.logout(session, egressOf(set.link));
      return err(refused(otherClient(printable(session.clientId), set.plain.clientId)));
    }
    if (await wouldAbandon(deps, set)) return err("position_open");
    const outcome = await keep({ set, session, profile: await readProfile(set, session), person });
    // The session stays open at the broker: ending it would also end its owner's, where a client has only one.
    if (outcome === "client_taken") return err("client_taken");
    if (outcome === "stale") return err(refused(credentialsChanged));
    await leaveOld(set);
    return ok(null);
  };
}
