import type { adminSessionEndpoints } from "@vriddhi/contract/admin-session";
import type { StaffArea } from "@vriddhi/core/back-office/admin-session";
import { err, ok } from "@vriddhi/core/shared/result";
import { renderSVG } from "uqr";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Call, Handlers } from "../../platform/http/handler.ts";
import { bearerOf, STAFF_BROWSER_COOKIE } from "../../platform/http/staff-token.ts";
import { adminSessionTexts } from "./admin-session.messages.ts";
import { checkStaffFactor, letStaffIn, recogniseStaff, type StaffLoginDeps } from "./staff-login.ts";

type Login = (typeof adminSessionEndpoints)["adminLogin" | "blogAdminLogin"];
type LoginCall = Pick<Call<Login>, "body" | "from" | "cookies" | "isFromPage">;

/** The same for admin and support: password, role, second factor, in this order. */
async function enter(deps: StaffLoginDeps, door: StaffArea, call: LoginCall) {
  const known = await recogniseStaff(deps, door, call);
  if (!known.ok) return known;
  const second = await checkStaffFactor(deps, known.value.id, call.body.totp, call.from);
  return second.ok ? ok(await letStaffIn(deps, door, known.value, call, second.value.by)) : second;
}

/** A user without an authenticator enrols one during sign-in; every step checks the password. */
const enrolmentHandlers = (deps: StaffLoginDeps): Handlers<"startStaffTotp" | "confirmStaffTotp"> => ({
  async startStaffTotp(call) {
    const known = await recogniseStaff(deps, call.body.door, call);
    if (!known.ok) return known;
    const started = await deps.startFactor({ userId: known.value.id, email: call.body.username });
    if (!started.ok) return started;
    const { secret, otpauthUrl } = started.value;
    return ok({ secret, otpauth_url: otpauthUrl, qr_svg: renderSVG(otpauthUrl) });
  },
  async confirmStaffTotp(call) {
    const { door, code } = call.body;
    const known = await recogniseStaff(deps, door, call);
    if (!known.ok) return known;
    const confirmed = await deps.confirmFactor({ userId: known.value.id }, code, call.from);
    if (!confirmed.ok) return confirmed;
    const token = await letStaffIn(deps, door, known.value, call, "code");
    return ok({ ...token, recovery_codes: [...confirmed.value] });
  },
});

export const adminSessionHandlers = (deps: StaffLoginDeps): Handlers<keyof typeof adminSessionEndpoints> => ({
  adminLogin: (call) => enter(deps, "desk", call),
  blogAdminLogin: (call) => enter(deps, "blog", call),
  ...enrolmentHandlers(deps),
  async verifyAdmin({ caller }) {
    const expiresAt = await deps.sessions.expiryOf(caller);
    if (expiresAt === null) return err("not_signed_in");
    const role = caller.role === "admin" ? "admin" : "support";
    return ok({
      username: caller.email,
      name: caller.name,
      role,
      expires_at: toTimestamp(expiresAt),
      clock_shift_minutes: deps.clockShiftMinutes,
    });
  },
  async verifyBlogAdmin({ raw, cookies }) {
    const token = bearerOf(raw.header("authorization"));
    const found = token === null ? null : await deps.sessions.find(token, cookies.read(STAFF_BROWSER_COOKIE));
    return ok({ valid: found?.opens("blog_admin") ?? false });
  },
  async adminLogout({ raw, cookies, from }) {
    const token = bearerOf(raw.header("authorization"));
    await deps.sessions.leave(token, cookies.read(STAFF_BROWSER_COOKIE), from.ip);
    return ok({ message: adminSessionTexts.loggedOut });
  },
  async proveAdmin({ caller, body, from }) {
    const confirmed = await deps.confirmPassword(caller.userId, body.password);
    if (!confirmed.ok) return confirmed;
    const second = await checkStaffFactor(deps, caller.userId, body.totp, from);
    if (!second.ok) return second;
    await deps.sessions.prove(caller, second.value.by);
    return ok({ message: adminSessionTexts.proved });
  },
  async listAdminSessions({ caller }) {
    const rows = await deps.sessions.list();
    const sessions = rows.map((row) => ({
      id: row.id,
      username: row.email,
      role: row.role,
      door: row.door,
      device: row.device,
      ip: row.ip,
      is_bound: row.isBound,
      is_own: row.id === caller.sessionId,
      created_at: toTimestamp(row.createdAt),
      expires_at: toTimestamp(row.expiresAt),
    }));
    return ok({ sessions });
  },
  async endAdminSession({ caller, params, from }) {
    const wasThere = await deps.sessions.end(caller, params.sessionId, from.ip);
    return wasThere ? ok({ message: adminSessionTexts.ended }) : err("not_found");
  },
});
