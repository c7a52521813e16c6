import { ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { SupportService } from "./support.service.ts";

const received = "Your message has arrived. A person reads it and answers by email.";

export const supportHandlers = (service: SupportService): Handlers<"sendSupportMessage"> => ({
  async sendSupportMessage({ caller, body }) {
    const { name, email, topic, message, website } = body;
    // The same answer for machines, so that none learns to leave the field empty.
    const reference =
      website !== undefined && website !== ""
        ? service.ignore()
        : await service.open({ userId: caller?.userId ?? null, name, email, topic, body: message });
    return ok({ reference, message: received });
  },
});
