import type { AccountView } from "../decide/account-view.ts";
import { decideDay } from "../decide/decide-account.ts";
import type { AccountRepository } from "./account-repository.ts";
import { pendingWritesOf } from "./pending-writes-of.ts";

/** Stores the daily stop ahead of the turn, which waits for it: one price may end the day of many accounts. */
export class DayEnd {
  readonly #repository: AccountRepository;
  readonly #ended: () => void;
  readonly #doubted: () => void;
  #writing: Promise<void> | null = null;

  /** `doubted`: the outcome of the write is unknown, so the book must be read again. */
  constructor(repository: AccountRepository, ended: () => void, doubted: () => void) {
    this.#repository = repository;
    this.#ended = ended;
    this.#doubted = doubted;
  }

  /** Resolves when the write is confirmed or its outcome is unknown; `null` if none is in progress. */
  writing(): Promise<void> | null {
    return this.#writing;
  }

  /** Runs between turns. `null` while the day goes on. */
  judge(view: AccountView): Promise<void> | null {
    const steps = decideDay(view);
    if (steps.length > 0) this.#writing ??= this.#write(view, steps);
    return this.#writing;
  }

  async #write({ book, now }: AccountView, steps: ReturnType<typeof decideDay>): Promise<void> {
    try {
      await this.#repository.commit(pendingWritesOf(book, steps, now));
      this.#ended();
    } catch {
      this.#doubted();
    }
    this.#writing = null;
  }
}
