import { ok } from "@vriddhi/core/shared/result";
import type { LetIn } from "../../platform/http/entrance.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { ATTEMPT_LIFE_MS, type GoogleService } from "./google.service.ts";

const COOKIE = "google_attempt";

export interface GoogleRoutesDeps {
  readonly service: GoogleService;
  readonly letIn: LetIn;
}

export const googleHandlers = ({ service, letIn }: GoogleRoutesDeps): Handlers<"startGoogle" | "finishGoogle"> => ({
  async startGoogle({ cookies }) {
    const started = await service.start();
    if (!started.ok) return started;
    cookies.put(COOKIE, started.value.cookie, ATTEMPT_LIFE_MS);
    return ok({ auth_url: started.value.authUrl });
  },
  async finishGoogle({ query, from, session, cookies }) {
    const finished = await service.finish(cookies.read(COOKIE), query, from.ip);
    if (!finished.ok) {
      cookies.drop(COOKIE);
      return finished;
    }
    const entered = await letIn(finished.value, { from, session }, true);
    cookies.drop(COOKIE);
    return ok(entered);
  },
});
