import { ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { SupportService } from "./support.service.ts";
import type { ThreadStore } from "./thread.store.ts";
import { keepVisitor, visitorIn } from "./visitor-chat.ts";

const received = "Your message has arrived. A person reads it and answers here and by email.";

export const supportHandlers = (
  service: SupportService,
  store: Pick<ThreadStore, "listOf">,
): Handlers<"sendSupportMessage"> => ({
  async sendSupportMessage({ caller, body, cookies }) {
    const { name, email, topic, message, website } = body;
    const visitor = caller === null ? visitorIn(cookies) : null;
    const hasChats = visitor !== null && (await store.listOf(visitor)).length > 0;
    const visitorToken = caller === null ? keepVisitor(cookies, hasChats) : null;
    // Bots get the same answer, so that they do not learn to leave the field empty.
    const { reference, threadId } =
      website !== undefined && website !== ""
        ? service.ignore()
        : await service.open({ userId: caller?.userId ?? null, visitorToken, name, email, topic, body: message });
    return ok({ reference, thread_id: threadId, message: received });
  },
});
