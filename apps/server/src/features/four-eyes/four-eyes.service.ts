import { randomUUID } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Keep } from "../../platform/http/handler.ts";
import { fourEyesTexts } from "./four-eyes.messages.ts";
import type { FourEyesStore, WaitingAct } from "./four-eyes.store.ts";

export interface Admin {
  readonly userId: string;
  readonly ip: string;
}

/** Makes a repetition of the act idempotent, because its process may crash at any point. */
export interface ActTurn {
  /** The idempotency key of what the act stores. */
  readonly id: string;
  /** Stores the outcome in the transaction of the effect; rolls it back if an earlier attempt has stored one. */
  note(tx: Tx, outcome: string): Promise<void>;
}

export type ActWork = (
  input: Readonly<Record<string, unknown>>,
  who: { readonly askedBy: string; readonly confirmedBy: string; readonly ip: string },
  turn: ActTurn,
) => Promise<string>;

export interface FourEyesDeps {
  readonly store: FourEyesStore;
  readonly audit: Audit;
  readonly clock: HumanClock;
  /** `false`: one admin acts alone. */
  readonly isOn: boolean;
}

export interface FourEyes {
  readonly isOn: boolean;
  /** Registers the work of a kind of act, once at startup. If `aboutOf` names a user, that user cannot decide. */
  register(kind: string, work: ActWork, aboutOf?: (input: WaitingAct["input"]) => string): void;
  /** Returns the request's id; `keep` receives it in the transaction that stores the request. */
  ask(
    act: Pick<WaitingAct, "kind" | "sentence" | "input"> & { readonly waitsMs: number },
    by: Admin,
    keep?: Keep<string>,
  ): Promise<string>;
  list(): Promise<readonly WaitingAct[]>;
  confirm(id: string, by: Admin): Promise<Result<WaitingAct, "not_found" | "own_act" | "own_role" | "already_decided">>;
  refuse(id: string, by: Admin): Promise<Result<WaitingAct, "not_found" | "own_role" | "already_decided">>;
}

const ACTS_SHOWN = 50;
/** A confirmation ends long before; after this time its process has crashed. */
const UNDER_WAY_MS = MINUTE_MS;

class ActDone extends Error {}

/** Confirmed without an outcome: its process crashed. It can be confirmed again as long as the request could wait. */
export const isUnfinished = (act: WaitingAct, now: EpochMs): boolean =>
  act.state === "confirmed" &&
  act.outcome === null &&
  act.decidedAt !== null &&
  now >= act.decidedAt + UNDER_WAY_MS &&
  now < act.decidedAt + (act.expiresAt - act.askedAt);

/** An act that needs two admins waits as a row; the first decision counts, and the act is performed at most once. */
export function createFourEyes({ store, audit, clock, isOn }: FourEyesDeps): FourEyes {
  const works = new Map<string, ActWork>();
  const abouts = new Map<string, (input: WaitingAct["input"]) => string>();
  const isAbout = ({ kind, input }: WaitingAct, { userId }: Admin): boolean => abouts.get(kind)?.(input) === userId;

  async function decide(act: WaitingAct, by: Admin, state: "confirmed" | "refused"): Promise<boolean> {
    return store.transaction(async (tx) => {
      if (!(await store.decide(tx, act.id, { state, by: by.userId, at: clock.now() }))) return false;
      const kind = state === "confirmed" ? "desk_act_confirmed" : "desk_act_refused";
      const before = { state: "waiting", kind: act.kind, askedBy: act.askedBy };
      await audit.record(
        { kind, userId: null, byUserId: by.userId, ip: by.ip, before, after: { state, act: act.id } },
        tx,
      );
      return true;
    });
  }

  async function settle(act: WaitingAct, by: Admin): Promise<void> {
    const work = works.get(act.kind);
    const who = { askedBy: act.askedBy, confirmedBy: by.userId, ip: by.ip };
    async function note(tx: Tx, outcome: string): Promise<void> {
      if (!(await store.noteOutcome(tx, act.id, outcome))) throw new ActDone();
    }
    try {
      const outcome = work === undefined ? fourEyesTexts.unknownAct : await work(act.input, who, { id: act.id, note });
      await store.putOutcome(act.id, outcome);
    } catch (cause) {
      if (!(cause instanceof ActDone)) throw cause;
    }
  }

  const reread = async (act: WaitingAct): Promise<WaitingAct> => (await store.find(act.id)) ?? act;

  return {
    isOn,
    register(kind, work, aboutOf) {
      works.set(kind, work);
      if (aboutOf !== undefined) abouts.set(kind, aboutOf);
    },
    async ask({ waitsMs, ...act }, by, keep) {
      const id = randomUUID();
      const now = clock.now();
      await store.transaction(async (tx) => {
        await store.add(tx, { ...act, id, askedBy: by.userId, askedAt: now, expiresAt: later(now, waitsMs) });
        const after = { state: "waiting", kind: act.kind, act: id };
        await audit.record({ kind: "desk_act_asked", userId: null, byUserId: by.userId, ip: by.ip, after }, tx);
        await keep?.(tx, id);
      });
      return id;
    },
    list: () => store.listNewest(ACTS_SHOWN),
    async confirm(id, by) {
      const act = await store.find(id);
      if (act === null) return err("not_found");
      if (act.askedBy === by.userId) return err("own_act");
      if (isAbout(act, by)) return err("own_role");
      if (!isUnfinished(act, clock.now()) && !(await decide(act, by, "confirmed"))) return err("already_decided");
      await settle(act, by);
      return ok(await reread(act));
    },
    async refuse(id, by) {
      const act = await store.find(id);
      if (act === null) return err("not_found");
      if (isAbout(act, by)) return err("own_role");
      if (!(await decide(act, by, "refused"))) return err("already_decided");
      return ok(await reread(act));
    },
  };
}
