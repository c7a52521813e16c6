import { err, ok } from "@vriddhi/core/shared/result";
import { isUnread } from "@vriddhi/core/site/support-thread";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { builtInAnswers } from "./canned.texts.ts";
import { threadTexts } from "./thread.messages.ts";
import type { ThreadService } from "./thread.service.ts";
import type { CannedAnswer, Thread, ThreadMessage, ThreadOwner, ThreadStore } from "./thread.store.ts";
import { visitorIn } from "./visitor-chat.ts";

type UserEndpoint = "listThreads" | "openThread" | "readThread" | "writeToThread" | "markThreadRead";
type VisitorEndpoint = "listChats" | "readChat" | "writeToChat" | "markChatRead";
type SupportEndpoint =
  | "listDeskThreads"
  | "readDeskThread"
  | "answerThread"
  | "markDeskThreadRead"
  | "closeThread"
  | "listCannedAnswers"
  | "addCannedAnswer"
  | "dropCannedAnswer";

export interface ThreadRoutesDeps {
  readonly store: ThreadStore;
  readonly service: ThreadService;
  readonly clock: HumanClock;
}

function sharedOf(thread: Thread) {
  const isFromSupport = thread.deskAt !== null && thread.deskAt > thread.writerAt;
  return {
    id: thread.id,
    reference: thread.reference,
    topic: thread.topic,
    status: thread.status,
    created_at: toTimestamp(thread.createdAt),
    changed_at: toTimestamp(isFromSupport && thread.deskAt !== null ? thread.deskAt : thread.writerAt),
    last_author: isFromSupport ? ("desk" as const) : ("writer" as const),
    excerpt: thread.excerpt,
  };
}

const toOwn = (thread: Thread) => ({
  ...sharedOf(thread),
  is_unread: isUnread(thread.deskAt, thread.writerReadAt),
});

const toSupport = (thread: Thread) => ({
  ...sharedOf(thread),
  user_id: thread.userId,
  name: thread.name,
  email: thread.email,
  is_unread: isUnread(thread.writerAt, thread.deskReadAt),
  is_read_by_writer: !isUnread(thread.deskAt, thread.writerReadAt),
});

const messageOf = ({ id, author, body, createdAt }: ThreadMessage) => ({
  id,
  author,
  body,
  at: toTimestamp(createdAt),
});
const supportMessageOf = (message: ThreadMessage) => ({ ...messageOf(message), by: message.by });

const cannedOf = ({ id, title, body }: CannedAnswer, isOwn: boolean) => ({ id, title, body, is_own: isOwn });

const conversationsOf = ({ store, service, clock }: ThreadRoutesDeps) => ({
  list: async (owner: ThreadOwner) => ok({ threads: (await store.listOf(owner)).map(toOwn) }),
  async read(owner: ThreadOwner, id: string) {
    const thread = await store.find(id, owner);
    if (thread === null) return err("not_found" as const);
    return ok({ thread: toOwn(thread), messages: (await store.messagesOf(thread.id)).map(messageOf) });
  },
  async write(owner: ThreadOwner, id: string, text: string) {
    const written = await service.write(owner, id, text);
    return written.ok ? ok({ message: messageOf(written.value) }) : written;
  },
  async markRead(owner: ThreadOwner, id: string) {
    const thread = await store.find(id, owner);
    if (thread === null) return err("not_found" as const);
    await store.markRead(thread.id, "writer", clock.now());
    return ok({ message: threadTexts.read });
  },
});

function createUserHandlers(deps: ThreadRoutesDeps): Handlers<UserEndpoint> {
  const conversations = conversationsOf(deps);
  return {
    listThreads: ({ caller }) => conversations.list(caller),
    async openThread({ caller, body }) {
      const opened = await deps.service.open(caller, { topic: body.topic, body: body.message });
      return opened.ok ? ok({ thread: toOwn(opened.value) }) : opened;
    },
    readThread: ({ caller, params }) => conversations.read(caller, params.threadId),
    writeToThread: ({ caller, params, body }) => conversations.write(caller, params.threadId, body.message),
    markThreadRead: ({ caller, params }) => conversations.markRead(caller, params.threadId),
  };
}

function createVisitorHandlers(deps: ThreadRoutesDeps): Handlers<VisitorEndpoint> {
  const conversations = conversationsOf(deps);
  return {
    async listChats({ cookies }) {
      const visitor = visitorIn(cookies);
      return visitor === null ? ok({ threads: [] }) : conversations.list(visitor);
    },
    async readChat({ cookies, params }) {
      const visitor = visitorIn(cookies);
      return visitor === null ? err("not_found") : conversations.read(visitor, params.threadId);
    },
    async writeToChat({ cookies, params, body }) {
      const visitor = visitorIn(cookies);
      return visitor === null ? err("not_found") : conversations.write(visitor, params.threadId, body.message);
    },
    async markChatRead({ cookies, params }) {
      const visitor = visitorIn(cookies);
      return visitor === null ? err("not_found") : conversations.markRead(visitor, params.threadId);
    },
  };
}

const createSupportHandlers = ({ store, service, clock }: ThreadRoutesDeps): Handlers<SupportEndpoint> => ({
  async listDeskThreads({ query }) {
    const { status, user_id: userId, limit } = query;
    const threads = await store.listAll({ status, userId, limit });
    return ok({ threads: threads.map(toSupport), waiting: await store.countWaiting() });
  },
  async readDeskThread({ params }) {
    const thread = await store.find(params.threadId);
    if (thread === null) return err("not_found");
    return ok({ thread: toSupport(thread), messages: (await store.messagesOf(thread.id)).map(supportMessageOf) });
  },
  async answerThread({ caller, params, body, from }) {
    const { userId, name } = caller;
    const answered = await service.answer({ userId, name, ip: from.ip }, params.threadId, body.message);
    return answered.ok ? ok({ message: supportMessageOf(answered.value) }) : answered;
  },
  async markDeskThreadRead({ params }) {
    const thread = await store.find(params.threadId);
    if (thread === null) return err("not_found");
    await store.markRead(thread.id, "desk", clock.now());
    return ok({ message: threadTexts.read });
  },
  async closeThread({ caller, params, from }) {
    const { userId, name } = caller;
    const closed = await service.close({ userId, name, ip: from.ip }, params.threadId);
    return closed.ok ? ok({ message: threadTexts.closed }) : closed;
  },
  async listCannedAnswers() {
    const own = await store.listCanned();
    return ok({
      answers: [
        ...builtInAnswers.map((answer) => cannedOf(answer, false)),
        ...own.map((answer) => cannedOf(answer, true)),
      ],
    });
  },
  async addCannedAnswer({ body }) {
    const kept = await service.keepAnswer(body);
    return kept.ok ? ok({ answer: cannedOf(kept.value, true) }) : kept;
  },
  async dropCannedAnswer({ params }) {
    return (await store.dropCanned(params.cannedId)) ? ok({ message: threadTexts.dropped }) : err("not_found");
  },
});

export const threadHandlers = (deps: ThreadRoutesDeps): Handlers<UserEndpoint | VisitorEndpoint | SupportEndpoint> => ({
  ...createUserHandlers(deps),
  ...createVisitorHandlers(deps),
  ...createSupportHandlers(deps),
});
