import { PASSWORD_MAX, PASSWORD_MIN } from "@vriddhi/core/account/rules";
import { z } from "zod";
import { Secret } from "./secret.ts";

/** Passwords of the sandbox's two back-office logins; `null`: generated at the first start. */
export interface StaffPasswords {
  readonly admin: Secret | null;
  readonly blogAdmin: Secret | null;
}

const LENGTH = `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
const password = z.preprocess(
  (text) => (text === "" ? undefined : text),
  z.string().min(PASSWORD_MIN, LENGTH).max(PASSWORD_MAX, LENGTH).optional(),
);

export const staffEnvironment = { ADMIN_PASSWORD: password, BLOG_ADMIN_PASSWORD: password };

type StaffEnvironment = z.infer<z.ZodObject<typeof staffEnvironment>>;

const secret = (text: string | undefined): Secret | null => (text === undefined ? null : new Secret(text));

export const toStaffPasswords = (read: StaffEnvironment): StaffPasswords => ({
  admin: secret(read.ADMIN_PASSWORD),
  blogAdmin: secret(read.BLOG_ADMIN_PASSWORD),
});
