import { adminApi } from "../../lib/admin-api.ts";
import { keepAdminToken } from "../../lib/admin-session.ts";
import { ApiError } from "../../lib/api.ts";
import { BACK_OFFICE, type StaffCredentials, type StaffSecret, startEnrolment } from "../../lib/staff-enrolment.ts";
import { adminLoginTexts, type LoginArea, loginAreaTexts } from "./admin-login.texts.ts";

export type ExtraCode = "totp" | "mail_code";

export type LoginOutcome =
  | { readonly kind: "in" }
  /** The account has no authenticator, and none may sign in without one. */
  | { readonly kind: "enrols"; readonly secret: StaffSecret }
  | { readonly kind: "asks"; readonly extra: ExtraCode; readonly sentence: string | null }
  | { readonly kind: "refused"; readonly sentence: string };

export interface AdminCredentials extends StaffCredentials {
  readonly totp?: string;
}

const asksFor: Readonly<Record<string, ExtraCode>> = {
  totp_required: "totp",
  totp_wrong: "totp",
  login_code_required: "mail_code",
  code_wrong: "mail_code",
};

const WRONG_CODES: ReadonlySet<string> = new Set(["totp_wrong", "code_wrong"]);
const isAboutCredentials = (status: number): boolean => status === 400 || status === 401;

function sentenceOf(cause: ApiError, area: LoginArea): string {
  if (cause.status === 0) return adminLoginTexts.network;
  if (cause.detail !== null) return cause.detail;
  return isAboutCredentials(cause.status) ? adminLoginTexts.credentials : loginAreaTexts[area].failed;
}

async function enrol(area: LoginArea, credentials: AdminCredentials): Promise<LoginOutcome> {
  try {
    return { kind: "enrols", secret: await startEnrolment(BACK_OFFICE, credentials) };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { kind: "refused", sentence: sentenceOf(cause, area) };
  }
}

export async function adminLogIn(area: LoginArea, credentials: AdminCredentials): Promise<LoginOutcome> {
  try {
    const { access_token } = await adminApi("POST", "/api/login", { body: credentials });
    keepAdminToken(access_token);
    return { kind: "in" };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (cause.code === "factor_missing") return enrol(area, credentials);
    const extra = asksFor[cause.code];
    if (extra === undefined) return { kind: "refused", sentence: sentenceOf(cause, area) };
    return { kind: "asks", extra, sentence: WRONG_CODES.has(cause.code) ? sentenceOf(cause, area) : null };
  }
}
