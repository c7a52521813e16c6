import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { ATTEMPT_LIFE_MS, type GoogleService } from "./google.service.ts";

const COOKIE = "google_attempt";

export interface GoogleRoutesDeps {
  readonly service: GoogleService;
  startSession(
    userId: string,
    from: { ip: string; device: string },
    isRemembered: boolean,
  ): Promise<{ token: string; maxAgeMs: number | null }>;
  planOf(userId: string): Promise<string | null>;
}

export const googleHandlers = ({
  service,
  startSession,
  planOf,
}: GoogleRoutesDeps): Handlers<"startGoogle" | "finishGoogle"> => ({
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
    const { id, name, email, role, dob, createdAt } = finished.value;
    const started = await startSession(id, from, true);
    session.start(started.token, started.maxAgeMs);
    cookies.drop(COOKIE);
    return ok({ user: { id, name, email, role, plan: await planOf(id), dob, created_at: toTimestamp(createdAt) } });
  },
});
