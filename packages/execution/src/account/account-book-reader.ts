import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import type { AccountView } from "../decide/account-view.ts";
import { earliest, isResting, planBook, planFills, planLook, proofFrom, type ReadTimes } from "../decide/plan-reads.ts";
import type { Ticket } from "../executor/gate.ts";
import type { ActorDeps, Message } from "./actor-model.ts";
import { type AccountReader, lookOf, type PositionsRead, type ReadKind, type ReadOutcome } from "./reader.ts";
import type { BookRead } from "./take-book.ts";

/** One concurrency slot per book, so a slow book never delays another. */
type Book = Exclude<ReadKind, "close">;

const lanes: readonly Book[] = ["book", "positions", "fills"];

const lanesOf = (kind: ReadKind): readonly Book[] => (kind === "close" ? lanes : [kind]);

/** Reads an account's books when they are due, one of each kind at a time, and reports each outcome at once. */
export class AccountBookReader {
  readonly #deps: ActorDeps;
  readonly #receive: (message: Message) => void;
  readonly #hasOrderUpdates: () => boolean;
  readonly #reading = new Set<Book>();
  /** Reads that wait for a slot or hold one. */
  readonly #tickets = new Map<ReadKind, Ticket>();
  /** Earliest next read per book: without a session, or while the broker throttles. */
  readonly #notBefore = new Map<Book, EpochMs>();
  #times: Omit<ReadTimes, "hasOrderUpdates"> = { isDirty: false, bookAt: null, lookAt: null, fillsAt: null };
  /** The newest book and its arrival time; a look may start from it. */
  #newest: { readonly book: BookRead; readonly cameAt: EpochMs } | null = null;
  /** A look that waits for its second book. */
  #half: { readonly before: BookRead; readonly positions: PositionsRead; readonly endedAt: EpochMs } | null = null;
  /** The session already reported as lost; "none" means that there is no session at all. */
  #lostToken: string | null = null;

  constructor(deps: ActorDeps, receive: (message: Message) => void, hasOrderUpdates: () => boolean) {
    this.#deps = deps;
    this.#receive = receive;
    this.#hasOrderUpdates = hasOrderUpdates;
  }

  markDirty(): void {
    this.#times = { ...this.#times, isDirty: true };
    this.#tickets.get("book")?.hurry();
  }

  isReadingBook(): boolean {
    return this.#reading.has("book");
  }

  isBookAwaited(): boolean {
    return this.#reading.has("book") || (this.#times.isDirty && !this.#notBefore.has("book"));
  }

  readWhenDue(reader: AccountReader, view: AccountView, isClosing: boolean): EpochMs | null {
    if (isClosing) return this.#begin(reader, "close", view.now, view.now);
    const times: ReadTimes = { ...this.#times, hasOrderUpdates: this.#hasOrderUpdates() };
    const lookAt = this.#reading.has("positions") ? null : planLook(view, times);
    const fillsAt = planFills(view, times);
    return earliest([
      lookAt === null ? null : this.#lookWhenDue(reader, view, lookAt),
      fillsAt === null ? null : this.#begin(reader, "fills", fillsAt, view.now),
      this.#bookWhenDue(reader, view, times),
    ]);
  }

  #bookWhenDue(reader: AccountReader, view: AccountView, times: ReadTimes): EpochMs | null {
    const at = planBook(view, { ...times, isDirty: this.#times.isDirty });
    return at === null ? null : this.#begin(reader, "book", at, view.now, this.#times.isDirty || !isResting(view));
  }

  /** Positions are read right after a book so that the two belong together. */
  #lookWhenDue(reader: AccountReader, view: AccountView, at: EpochMs): EpochMs | null {
    const { now, settings } = view;
    const newest = this.#newest;
    const isBookFresh =
      newest !== null &&
      now - newest.cameAt <= settings.bookWorkingMs &&
      newest.book.startedAt >= (proofFrom(view) ?? newest.book.startedAt);
    if (at > now || isBookFresh) return this.#begin(reader, "positions", at, now, !isResting(view));
    this.markDirty();
    return null;
  }

  /** `null` when the read has started or must wait for one in progress. */
  #begin(reader: AccountReader, kind: ReadKind, wantedAt: EpochMs, now: EpochMs, isUrgent = false): EpochMs | null {
    const own = lanesOf(kind);
    if (own.some((lane) => this.#reading.has(lane))) return null;
    const at = epochMs(Math.max(wantedAt, ...own.map((lane) => this.#notBefore.get(lane) ?? wantedAt)));
    if (at > now) return at;
    for (const lane of own) this.#reading.add(lane);
    void this.#readInTurn(reader, kind, isUrgent);
    return null;
  }

  async #readInTurn(reader: AccountReader, kind: ReadKind, isUrgent: boolean): Promise<void> {
    const ticket = this.#deps.inRead(isUrgent);
    this.#tickets.set(kind, ticket);
    await ticket.begun;
    this.#tickets.delete(kind);
    try {
      await this.#read(reader, kind);
    } finally {
      ticket.done();
    }
  }

  async #read(reader: AccountReader, kind: ReadKind): Promise<void> {
    const startedAt = this.#deps.humanClock.now();
    const isOf = (...kinds: readonly ReadKind[]): boolean => kinds.includes(kind);
    const { isDirty, bookAt, lookAt, fillsAt } = this.#times;
    this.#times = {
      isDirty: isOf("book", "close") ? false : isDirty,
      bookAt: isOf("book", "close") ? startedAt : bookAt,
      lookAt: isOf("positions", "close") ? startedAt : lookAt,
      fillsAt: isOf("fills", "close") ? startedAt : fillsAt,
    };
    const before = this.#newest?.book ?? null;
    const outcome = await this.#tryRead(reader, kind, startedAt);
    for (const lane of lanesOf(kind)) {
      this.#reading.delete(lane);
      this.#pause(lane, outcome);
    }
    if (kind === "positions") this.#holdHalf(before, outcome);
    this.#receive({ kind: "read", outcome: kind === "book" ? this.#withLook(outcome) : outcome });
  }

  /** Keeps the half look: a newer one would never get its second book where reads outlast the pause between them. */
  #holdHalf(before: BookRead | null, { positions }: ReadOutcome): void {
    if (before !== null && positions !== null)
      this.#half ??= { before, positions, endedAt: this.#deps.humanClock.now() };
    this.markDirty();
  }

  /** A book that began after the positions arrived completes the look. */
  #withLook(outcome: ReadOutcome): ReadOutcome {
    const [after] = outcome.books;
    const cameAt = this.#deps.humanClock.now();
    // An unreadable row spoils a proof, not the position that is read beside it.
    this.#newest = after === undefined || after.outcome === "failed" ? null : { book: after, cameAt };
    const half = this.#half;
    if (after === undefined || half === null || after.startedAt < half.endedAt) return outcome;
    this.#half = null;
    return { ...outcome, look: lookOf(half.before, half.positions, after) };
  }

  async #tryRead(reader: AccountReader, kind: ReadKind, startedAt: EpochMs): Promise<ReadOutcome> {
    const { accounts, accountId, log } = this.#deps;
    const books = kind === "book" || kind === "close" ? [{ startedAt, outcome: "failed", rows: [] } as const] : [];
    const nothing = { kind, startedAt, books, positions: null, look: null, fills: null, retryAfterMs: null };
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
      log.warn({ accountId, error: String(error) }, "account: book read failed");
      return { ...nothing, isSessionDead: false };
    }
  }

  #pause(lane: Book, { books, isSessionDead, retryAfterMs }: ReadOutcome): void {
    const { settings, humanClock } = this.#deps;
    const isFailed = books.some(({ outcome }) => outcome === "failed");
    const pauseMs = isSessionDead ? settings.accessRetryMs : (retryAfterMs ?? (isFailed ? settings.bookWorkingMs : 0));
    this.#notBefore.delete(lane);
    if (pauseMs <= 0) return;
    this.#notBefore.set(lane, later(humanClock.now(), pauseMs));
    if (lane === "book") this.markDirty();
  }

  /** Reported once per session; the resting stop protects the position meanwhile. */
  loseSession(access: AccountAccess | null): void {
    const token = access?.session.accessToken ?? "none";
    const isReported = this.#lostToken === token || (access === null && this.#lostToken !== null);
    if (isReported) return;
    this.#lostToken = token;
    const { accounts, accountId, humanClock, log } = this.#deps;
    this.#receive({ kind: "session_lost", at: humanClock.now() });
    if (access === null) return;
    accounts
      .sessionLost(accountId)
      .catch((error: unknown) =>
        log.warn({ accountId, error: String(error) }, "account: session-expiry callback failed"),
      );
  }
}
