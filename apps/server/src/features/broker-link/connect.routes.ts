import { ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";

/** A morning's link and a broker's redirect, for somebody who may not be signed in here. */
export const connectHandlers = (links: LinkService): Handlers<"beginByLink" | "completeByState"> => ({
  async beginByLink({ params, body, from }) {
    const begun = await links.beginByLink(params.broker, body.link, from.ip);
    if (!begun.ok) return begun;
    return ok({ login_url: begun.value.kind === "open_page" ? begun.value.url : null });
  },
  async completeByState({ params, body, from }) {
    const completed = await links.completeByState(params.broker, body, from.ip);
    return completed.ok ? ok({ message: "Your broker account is connected." }) : completed;
  },
});
