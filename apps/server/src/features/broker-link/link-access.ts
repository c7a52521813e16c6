import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { BrokerError } from "@vriddhi/brokers/port/broker-error";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { AuditKind } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Draft, Link } from "./link.store.ts";
import { isAddressRefusal, toSessionEnd } from "./link-refusal.ts";
import { egressOf } from "./link-secrets.ts";
import type { LinkDeps, Person } from "./link-types.ts";

export interface LinkAccess {
  isConnected(link: Link): boolean;
  accessOf(link: Link): AccountAccess | null;
  /** Calls the broker. Ends our session if the broker has ended its own; stores that it refuses our egress address. */
  ask<T>(
    link: Link,
    question: (adapter: BrokerAdapter, access: AccountAccess) => Promise<Result<T, BrokerError>>,
  ): Promise<Result<T, BrokerError>>;
  /** The broker ended this session; `words` is the broker's message. */
  markExpired(link: Link, words?: string): Promise<void>;
}

export function createAccess({ store, secrets, adapters, marketClock, onChanged }: LinkDeps): LinkAccess {
  const isConnected = (link: Link): boolean => link.session !== null && link.session.until > marketClock.now();

  function accessOf(link: Link): AccountAccess | null {
    const session = isConnected(link) ? secrets.sessionOf(link) : null;
    if (session === null) return null;
    const access = { session, egress: egressOf(link), algoId: link.algoId };
    return access;
  }

  async function markExpired(link: Link, words = ""): Promise<void> {
    const from = link.session?.from;
    if (from === undefined) return;
    await store.transaction(async (tx) => {
      // A newer session stays, and only the first caller notifies.
      if (!(await store.endSession(tx, link.id, from))) return;
      await store.putRefusal(tx, link, toSessionEnd(words, marketClock.now()));
      await onChanged(tx, link, "expired");
    });
  }

  async function applyRefusal(link: Link, error: BrokerError): Promise<void> {
    if (error.kind === "session_expired") await markExpired(link);
    if (isAddressRefusal(error)) await store.putEgress(link.id, { isAccepted: false, checkedAt: marketClock.now() });
  }

  return {
    isConnected,
    accessOf,
    markExpired,
    async ask(link, question) {
      const access = accessOf(link);
      if (access === null) return err({ kind: "session_expired" });
      const answer = await question(adapters[link.broker], access);
      if (!answer.ok) await applyRefusal(link, answer.error);
      return answer;
    },
  };
}

export interface LinkRemoval {
  disconnect(link: Link, person: Person): Promise<Result<null, "position_open">>;
  forget(link: Link | null, draft: Draft | null, person: Person): Promise<Result<null, "position_open">>;
  end(tx: Tx, link: Link): Promise<void>;
}

/** Disconnecting needs no subscription. */
export function createDeparture(deps: LinkDeps, { isConnected }: LinkAccess): LinkRemoval {
  const { store, secrets, adapters, audit } = deps;

  async function leave(link: Link, person: Person, kind: AuditKind, change: (tx: Tx) => Promise<unknown>) {
    if (await deps.hasOpenPosition(link)) return err("position_open" as const);
    const session = isConnected(link) ? secrets.sessionOf(link) : null;
    await store.transaction(async (tx) => {
      await change(tx);
      const by = person.byUserId === undefined ? {} : { byUserId: person.byUserId };
      await audit.record({ kind, userId: link.userId, ip: person.ip, ...by }, tx);
      await person.note?.(tx);
      await deps.onChanged(tx, link, "disconnected");
    });
    // The broker's logout comes last and its answer is ignored: our session has already ended.
    if (session !== null) await adapters[link.broker].login.logout(session, egressOf(link));
    return ok(null);
  }

  async function forgetDraft({ userId, broker }: Draft, { ip }: Person): Promise<Result<null, never>> {
    await store.transaction(async (tx) => {
      await store.removeDraft(tx, userId, broker);
      await audit.record({ kind: "broker_forgotten", userId, ip }, tx);
    });
    return ok(null);
  }

  return {
    disconnect: (link, person) => leave(link, person, "broker_disconnected", (tx) => store.endSession(tx, link.id)),
    async forget(link, draft, person) {
      if (link === null) return draft === null ? ok(null) : forgetDraft(draft, person);
      return leave(link, person, "broker_forgotten", async (tx) => {
        await store.removeDraft(tx, link.userId, link.broker);
        await store.remove(tx, link.id);
      });
    },
    async end(tx, link) {
      const from = link.session?.from;
      if (from !== undefined && (await store.endSession(tx, link.id, from)))
        await deps.onChanged(tx, link, "disconnected");
    },
  };
}
