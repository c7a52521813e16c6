import type { AccountView } from "../decide/account-view.ts";
import { decideDay } from "../decide/decide-account.ts";
import type { AccountRepository } from "./account-repository.ts";
import { pendingWritesOf } from "./pending-writes-of.ts";

/**
 * Writes that the day has lost enough, ahead of the turn that decides what follows: where one price ends the day of a crowd,
 * everybody's loss is stored before the orders of most of them are thought of. The next turn waits for it.
 */
export class DayEnd {
  readonly #keeper: AccountRepository;
  readonly #ended: () => void;
  readonly #doubted: () => void;
  #writing: Promise<void> | null = null;

  /** `doubted`: it may have been written or not, so the book is to be read again. */
  constructor(keeper: AccountRepository, ended: () => void, doubted: () => void) {
    this.#keeper = keeper;
    this.#ended = ended;
    this.#doubted = doubted;
  }

  /** Resolves when it is written or doubted; null: nothing is being written. */
  writing(): Promise<void> | null {
    return this.#writing;
  }

  /** Between two turns. Null: the day goes on. */
  judge(view: AccountView): Promise<void> | null {
    const steps = decideDay(view);
    if (steps.length > 0) this.#writing ??= this.#write(view, steps);
    return this.#writing;
  }

  async #write({ book, now }: AccountView, steps: ReturnType<typeof decideDay>): Promise<void> {
    try {
      await this.#keeper.commit(pendingWritesOf(book, steps, now));
      this.#ended();
    } catch {
      this.#doubted();
    }
    this.#writing = null;
  }
}
