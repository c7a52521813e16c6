import { randomUUID } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { SupportTopic } from "@vriddhi/core/site/support-message";
import {
  CANNED_ANSWERS_MAX,
  SUPPORT_AWAY_MS,
  SUPPORT_THREADS_OPEN_MAX,
  stateAfter,
} from "@vriddhi/core/site/support-thread";
import { epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Publish } from "../../platform/events/publish.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import { type TooMany, tooMany } from "../../platform/limits/too-many.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { newReference } from "./reference.ts";
import { answerMail, waitingMail } from "./thread.mails.ts";
import type { CannedAnswer, NewMessage, Thread, ThreadMessage, ThreadOwner, ThreadStore } from "./thread.store.ts";

export interface ThreadDeps {
  readonly store: ThreadStore;
  readonly clock: HumanClock;
  readonly limiter: Limiter;
  readonly postMail: PostMail;
  readonly audit: Audit;
  readonly publish: Publish;
}

export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

export interface Clerk {
  readonly userId: string;
  readonly name: string;
  readonly ip: string;
}

export interface ThreadService {
  open(
    by: Person,
    question: { readonly topic: SupportTopic; readonly body: string },
  ): Promise<Result<Thread, "threads_full" | TooMany>>;
  write(by: ThreadOwner, threadId: string, body: string): Promise<Result<ThreadMessage, "not_found" | TooMany>>;
  answer(by: Clerk, threadId: string, body: string): Promise<Result<ThreadMessage, "not_found">>;
  close(by: Clerk, threadId: string): Promise<Result<null, "not_found">>;
  keepAnswer(answer: Omit<CannedAnswer, "id">): Promise<Result<CannedAnswer, "canned_full">>;
  /** Mails both sides what they have not read for a while. Any worker may call it. */
  mailThoseAway(): Promise<void>;
}

const LIMIT = "support-write:account";

function createPeople({ store, clock, limiter, publish }: ThreadDeps) {
  async function notifyBoth(tx: Tx, userId: string | null, threadId: string): Promise<void> {
    const staff = await store.listStaff(tx);
    for (const each of new Set(userId === null ? staff : [userId, ...staff]))
      await publish(tx, each, "support", { thread: threadId });
  }
  const messageOf = (threadId: string, author: NewMessage["author"], body: string, byUserId: string | null) => ({
    id: randomUUID(),
    threadId,
    author,
    body,
    byUserId,
    createdAt: clock.now(),
  });
  const mayWrite = (userId: string) => limiter.take(LIMIT, userId);
  return { notifyBoth, messageOf, mayWrite };
}

type DeskSide = Pick<ThreadService, "answer" | "close" | "keepAnswer">;

function createDeskSide(deps: ThreadDeps): DeskSide {
  const { store, clock, postMail, audit } = deps;
  const { notifyBoth, messageOf } = createPeople(deps);
  return {
    async answer({ userId: byUserId, name, ip }, threadId, body) {
      const thread = await store.find(threadId);
      if (thread === null) return err("not_found");
      const message = messageOf(threadId, "desk", body, byUserId);
      const after = { status: stateAfter("desk"), thread: thread.reference };
      const entry = { kind: "desk_support_answered", userId: thread.userId, byUserId, ip, after } as const;
      await store.transaction(async (tx) => {
        await store.write(tx, message, after.status);
        await audit.record({ ...entry, before: { status: thread.status } }, tx);
        await notifyBoth(tx, thread.userId, threadId);
        // A visitor may never open the chat page again.
        if (thread.userId === null) await postMail(tx, answerMail(thread, [body]));
      });
      return ok({ ...message, by: name });
    },
    async close({ userId: byUserId, ip }, threadId) {
      const thread = await store.find(threadId);
      if (thread === null) return err("not_found");
      const after = { status: "closed", thread: thread.reference };
      const entry = { kind: "desk_support_closed", userId: thread.userId, byUserId, ip, after } as const;
      await store.transaction(async (tx) => {
        if (!(await store.close(tx, threadId))) return;
        await audit.record({ ...entry, before: { status: thread.status } }, tx);
        await notifyBoth(tx, thread.userId, threadId);
      });
      return ok(null);
    },
    async keepAnswer(answer) {
      const kept = { ...answer, id: randomUUID() };
      const isKept = await store.addCanned(kept, clock.now(), CANNED_ANSWERS_MAX);
      return isKept ? ok(kept) : err("canned_full");
    },
  };
}

export function createThreadService(deps: ThreadDeps): ThreadService {
  const { store, clock, postMail } = deps;
  const { notifyBoth, messageOf, mayWrite } = createPeople(deps);

  async function mailSide(reader: "writer" | "desk"): Promise<void> {
    const now = clock.now();
    const write = reader === "writer" ? answerMail : waitingMail;
    await store.transaction(async (tx) => {
      const away = await store.takeUnseen(tx, reader, epochMs(now - SUPPORT_AWAY_MS), now);
      for (const { thread, bodies } of away) if (bodies.length > 0) await postMail(tx, write(thread, bodies));
    });
  }

  return {
    async open(by, { topic, body }) {
      if (!(await mayWrite(by.userId))) return err(tooMany(LIMIT));
      const id = randomUUID();
      const { userId, name, email } = by;
      const isOpen = await store.transaction(async (tx) => {
        const thread = { id, reference: newReference(), userId, name, email, topic, createdAt: clock.now() };
        if (!(await store.open(tx, thread, SUPPORT_THREADS_OPEN_MAX))) return false;
        await store.write(tx, messageOf(id, "writer", body, null), stateAfter("writer"));
        await notifyBoth(tx, userId, id);
        return true;
      });
      const thread = isOpen ? await store.find(id, by) : null;
      return thread === null ? err("threads_full") : ok(thread);
    },
    async write(by, threadId, body) {
      const thread = await store.find(threadId, by);
      if (thread === null) return err("not_found");
      if (!(await mayWrite(thread.userId ?? threadId))) return err(tooMany(LIMIT));
      const message = messageOf(threadId, "writer", body, null);
      await store.transaction(async (tx) => {
        await store.write(tx, message, stateAfter("writer"));
        await notifyBoth(tx, thread.userId, threadId);
      });
      return ok({ ...message, by: null });
    },
    ...createDeskSide(deps),
    async mailThoseAway() {
      await mailSide("writer");
      await mailSide("desk");
    },
  };
}
