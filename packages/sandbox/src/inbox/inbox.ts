import { noPartLog, type PartLog } from "../event-log/part-log.ts";

/** Older messages are dropped. */
export const INBOX_MAX = 500;

export type Caught<Message> = Message & { readonly id: string };

export interface Inbox<Message> {
  add(message: Message): void;
  list(to?: string): readonly Caught<Message>[];
  clear(): void;
}

/** `toKey` normalises recipients. */
export function createInbox<Message extends { readonly to: string }>(options: {
  readonly idPrefix: string;
  readonly toKey: (recipient: string) => string;
  readonly memory?: PartLog<Message>;
}): Inbox<Message> {
  const memory: PartLog<Message> = options.memory ?? noPartLog;
  let newestFirst: readonly Caught<Message>[] = [];
  let caughtSoFar = 0;

  function keep(message: Message): void {
    caughtSoFar += 1;
    newestFirst = [{ ...message, id: `${options.idPrefix}-${caughtSoFar}` }, ...newestFirst].slice(0, INBOX_MAX);
  }
  memory.past.forEach(keep);

  return {
    add(message) {
      memory.note(message);
      keep(message);
    },
    list(to = "") {
      if (to.trim() === "") return newestFirst;
      const wanted = options.toKey(to);
      return newestFirst.filter((message) => options.toKey(message.to) === wanted);
    },
    clear() {
      newestFirst = [];
    },
  };
}
