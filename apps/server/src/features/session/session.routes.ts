import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { presentUser } from "../../platform/http/present-user.ts";
import type { SessionService } from "./session.service.ts";

export const sessionHandlers = (
  service: SessionService,
  runningOf: (userId: string) => Promise<{ readonly plan: string; readonly band: Paise } | null>,
  isWarned: (userId: string) => Promise<boolean>,
): Handlers<"readProfile" | "logout" | "listSessions" | "revokeSession" | "endOtherSessions"> => ({
  async readProfile({ caller }) {
    const running = await runningOf(caller.userId);
    const isWarnedNow = caller.hasCommonPassword && (await isWarned(caller.userId));
    const user = presentUser({ ...caller, id: caller.userId }, running);
    return ok(isWarnedNow ? { ...user, has_common_password: true } : user);
  },
  async logout({ caller, session, from }) {
    if (caller) await service.end(caller, from.ip);
    session.end();
    return ok({ message: "Logged out successfully" });
  },
  async listSessions({ caller }) {
    const sessions = await service.listOf(caller);
    return ok({
      sessions: sessions.map((one) => ({
        id: one.id,
        device: one.device,
        ip: one.ip,
        created_at: toTimestamp(one.createdAt),
        last_seen_at: toTimestamp(one.lastSeenAt),
        is_current: one.id === caller.sessionId,
      })),
    });
  },
  async endOtherSessions({ caller, from }) {
    await service.endOthers(caller, from.ip);
    return ok({ message: "All other devices are signed out" });
  },
  async revokeSession({ caller, params, session, from }) {
    if (!(await service.revoke(caller, params.sessionId, from.ip))) return err("not_found");
    if (params.sessionId === caller.sessionId) session.end();
    return ok({ message: "Session ended" });
  },
});
