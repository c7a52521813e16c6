import { ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import { browserOf, forgetBrowser, rememberBrowser } from "./login-cookie.ts";

export const connectHandlers = (links: LinkService): Handlers<"beginByLink" | "completeByState"> => ({
  async beginByLink({ params, body, from, cookies }) {
    const begun = await links.beginByLink(params.broker, body.link, from.ip);
    if (!begun.ok) return begun;
    rememberBrowser(cookies, params.broker, begun.value);
    return ok({ login_url: begun.value.kind === "open_page" ? begun.value.url : null });
  },
  async completeByState({ params, body, from, cookies, caller }) {
    const { broker } = params;
    const login = { ...body, userId: caller?.userId ?? null, browser: browserOf(cookies, broker) };
    const completed = await links.completeByState(broker, login, from);
    if (!completed.ok) return completed;
    forgetBrowser(cookies, broker);
    return ok({ message: "Your broker account is connected." });
  },
});
