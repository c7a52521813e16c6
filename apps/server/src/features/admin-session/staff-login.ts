import { roleForAccess, type StaffArea, type StaffRole } from "@vriddhi/core/back-office/admin-session";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { Caller, Cookies, Explained, From } from "../../platform/http/handler.ts";
import { STAFF_BROWSER_COOKIE } from "../../platform/http/staff-token.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import { adminSessionTexts } from "./admin-session.messages.ts";
import type { AdminSessionService } from "./admin-session.service.ts";

type FactorRefusal = "totp_required" | "totp_wrong" | TooMany;
type PasswordRefusal = "bad_credentials" | "login_code_required" | "code_wrong" | TooMany | "busy";

export interface StaffLoginDeps {
  readonly sessions: AdminSessionService;
  readonly isFactorForced: boolean;
  readonly clockShiftMinutes: number;
  /** The mail address of a user name; an address is returned as it is. */
  addressOf(username: string): string;
  checkPassword(
    input: { readonly email: string; readonly password: string; readonly mailCode: string | undefined },
    from: { readonly ip: string; readonly subject: string; readonly cookies: Cookies },
  ): Promise<
    Result<{ readonly id: string; readonly role: string; readonly hasUsedCode: boolean } | null, PasswordRefusal>
  >;
  hasFactor(userId: string): Promise<boolean>;
  checkFactor(userId: string, code: string | undefined, from: From): Promise<Result<void, FactorRefusal>>;
  startFactor(
    person: Pick<Caller, "userId" | "email">,
  ): Promise<Result<{ readonly secret: string; readonly otpauthUrl: string }, "totp_already">>;
  /** Enables it and notifies its owner; the recovery codes are shown once. */
  confirmFactor(
    person: Pick<Caller, "userId">,
    code: string,
    from: From,
  ): Promise<Result<readonly string[], "totp_wrong" | "totp_not_started">>;
  confirmPassword(userId: string, password: string): Promise<Result<void, "wrong_password" | TooMany | "busy">>;
  dropLoginCodes(userId: string): Promise<void>;
}

export interface StaffLoginCall {
  readonly body: { readonly username: string; readonly password: string; readonly mail_code?: string | undefined };
  readonly from: From;
  readonly cookies: Cookies;
  readonly isFromPage: boolean;
}

interface KnownStaff {
  readonly id: string;
  readonly role: StaffRole;
  readonly hasUsedCode: boolean;
}

const wrong = { code: "bad_credentials", detail: adminSessionTexts.wrong } as const;

/** Password, then role: a wrong role gets the answer of a wrong password. */
export async function recogniseStaff(
  { checkPassword, addressOf }: Pick<StaffLoginDeps, "checkPassword" | "addressOf">,
  door: StaffArea,
  { body, from, cookies }: StaffLoginCall,
): Promise<Result<KnownStaff, PasswordRefusal | Explained<"bad_credentials">>> {
  const { username, password, mail_code: mailCode } = body;
  const email = addressOf(username);
  const checked = await checkPassword(
    { email, password, mailCode },
    { ip: from.ip, subject: limitSubject(from.ip), cookies },
  );
  if (!checked.ok) return checked.error === "bad_credentials" ? err(wrong) : checked;
  const role = checked.value === null ? null : roleForAccess(door, checked.value.role);
  if (checked.value === null || role === null) return err(wrong);
  const { id, hasUsedCode } = checked.value;
  return ok({ id, role, hasUsedCode });
}

/** An account without a factor may sign in only where none is mandatory. */
export async function checkStaffFactor(
  deps: Pick<StaffLoginDeps, "hasFactor" | "checkFactor" | "isFactorForced">,
  userId: string,
  code: string | undefined,
  from: From,
): Promise<Result<{ readonly by: "password" | "code" }, FactorRefusal | "factor_missing">> {
  if (!(await deps.hasFactor(userId))) return deps.isFactorForced ? err("factor_missing") : ok({ by: "password" });
  const checked = await deps.checkFactor(userId, code, from);
  return checked.ok ? ok({ by: "code" }) : checked;
}

export async function letStaffIn(
  { sessions, dropLoginCodes }: Pick<StaffLoginDeps, "sessions" | "dropLoginCodes">,
  door: StaffArea,
  { id, role, hasUsedCode }: KnownStaff,
  { from, cookies, isFromPage }: StaffLoginCall,
  by: "password" | "code",
): Promise<{ access_token: string; token_type: "bearer"; role: StaffRole }> {
  if (hasUsedCode) await dropLoginCodes(id);
  const browser = isFromPage ? { known: cookies.read(STAFF_BROWSER_COOKIE) } : null;
  const started = await sessions.start({ id, role }, door, { ip: from.ip, device: from.device, browser }, by);
  if (started.browser !== null) cookies.put(STAFF_BROWSER_COOKIE, started.browser.value, started.browser.maxAgeMs);
  return { access_token: started.token, token_type: "bearer", role };
}
