import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import type { AccountView } from "../decide/account-view.ts";
import { planRead, type ReadTimes } from "../decide/plan-reads.ts";
import type { ActorDeps, Message } from "./actor-model.ts";
import type { AccountReader, ReadKind, ReadOutcome } from "./reader.ts";

/** Reads an account's books when they are wanted, one read at a time, and tells what came of it. */
export class AccountEyes {
  readonly #deps: ActorDeps;
  readonly #hear: (message: Message) => void;
  #times: ReadTimes = { isDirty: true, bookAt: null, lookAt: null, fillsAt: null, notBefore: null };
  #isReading = false;
  /** The session that was told to be lost; "none": that there is no session at all. */
  #lostToken: string | null = null;

  constructor(deps: ActorDeps, hear: (message: Message) => void) {
    this.#deps = deps;
    this.#hear = hear;
  }

  markDirty(): void {
    this.#times = { ...this.#times, isDirty: true };
  }

  /** Begins a read that is due; else tells when the next one is. */
  readWhenDue(reader: AccountReader, view: AccountView, isClosing: boolean): EpochMs | null {
    if (this.#isReading) return null;
    const now = this.#deps.humanClock.now();
    const plan = isClosing
      ? ({ kind: "close", at: this.#times.notBefore ?? now } as const)
      : planRead(view, this.#times);
    if (plan === null) return null;
    if (plan.at > now) return plan.at;
    this.#isReading = true;
    void this.#read(reader, plan.kind);
    return null;
  }

  async #read(reader: AccountReader, kind: ReadKind): Promise<void> {
    const startedAt = this.#deps.humanClock.now();
    const isBook = kind !== "fills";
    this.#times = {
      isDirty: isBook ? false : this.#times.isDirty,
      bookAt: isBook ? startedAt : this.#times.bookAt,
      lookAt: kind === "look" || kind === "close" ? startedAt : this.#times.lookAt,
      fillsAt: kind === "fills" || kind === "close" ? startedAt : this.#times.fillsAt,
      notBefore: null,
    };
    const outcome = await this.#tryRead(reader, kind, startedAt);
    this.#isReading = false;
    this.#pause(outcome);
    this.#hear({ kind: "read", outcome });
  }

  async #tryRead(reader: AccountReader, kind: ReadKind, startedAt: EpochMs): Promise<ReadOutcome> {
    const { accounts, accountId, log } = this.#deps;
    const failed = { startedAt, outcome: "failed", rows: [] } as const;
    const nothing = { kind, startedAt, books: [failed], look: null, fills: null, retryAfterMs: null };
    try {
      const access = await accounts.accessOf(accountId);
      if (access === null) {
        this.loseSession(null);
        return { ...nothing, isSessionDead: true };
      }
      const outcome = await reader.read(kind, access);
      if (outcome.isSessionDead) this.loseSession(access);
      else this.#lostToken = null;
      return outcome;
    } catch (error) {
      log.warn({ accountId, error: String(error) }, "a read of an account's books failed");
      return { ...nothing, isSessionDead: false };
    }
  }

  #pause({ books, isSessionDead, retryAfterMs }: ReadOutcome): void {
    const { settings, humanClock } = this.#deps;
    const isFailed = books.some(({ outcome }) => outcome === "failed");
    const pauseMs = isSessionDead ? settings.accessRetryMs : (retryAfterMs ?? (isFailed ? settings.bookWorkingMs : 0));
    if (pauseMs > 0) this.#times = { ...this.#times, isDirty: true, notBefore: later(humanClock.now(), pauseMs) };
  }

  /** Told once for each session: the person is asked, what rests at the broker protects meanwhile. */
  loseSession(access: AccountAccess | null): void {
    const token = access?.session.accessToken ?? "none";
    const isTold = this.#lostToken === token || (access === null && this.#lostToken !== null);
    if (isTold) return;
    this.#lostToken = token;
    const { accounts, accountId, humanClock, log } = this.#deps;
    this.#hear({ kind: "session_lost", at: humanClock.now() });
    if (access === null) return;
    accounts
      .sessionLost(accountId)
      .catch((error: unknown) => log.warn({ accountId, error: String(error) }, "a lost session could not be told"));
  }
}
