import { createHmac } from "node:crypto";
import type { StaffName } from "@vriddhi/core/back-office/admin-session";
import type { Config } from "../../platform/config/config.ts";
import { settleMasterKey } from "../../platform/config/master-key.ts";
import type { Secret } from "../../platform/config/secret.ts";

const PASSWORD_LENGTH = 16;

export const staffEmails: Readonly<Record<StaffName, string>> = {
  admin: "operator@vriddhi.example",
  blog: "editor@vriddhi.example",
};

export type StaffLogins = Readonly<Record<StaffName, string>>;

/** Deterministic for every process and start: derived from the installation's own master key. */
const made = (masterKey: Secret, name: StaffName): string =>
  createHmac("sha256", Buffer.from(masterKey.reveal(), "hex"))
    .update(`the sandbox's password of ${name}`)
    .digest("base64url")
    .slice(0, PASSWORD_LENGTH);

export function settleStaffLogins(config: Config): StaffLogins {
  const { admin, blogAdmin } = config.staffPasswords;
  const makeFor = (name: StaffName) => made(settleMasterKey(config), name);
  return { admin: admin?.reveal() ?? makeFor("admin"), blog: blogAdmin?.reveal() ?? makeFor("blog") };
}

export function madeLoginsLine({ staffPasswords }: Config, logins: StaffLogins): string | null {
  const lines = [
    ...(staffPasswords.admin === null ? [`admin / ${logins.admin} (the desk, at /secret)`] : []),
    ...(staffPasswords.blogAdmin === null ? [`blog / ${logins.blog} (the articles, at /blog-admin/login)`] : []),
  ];
  return lines.length === 0 ? null : `made for the back office, and listed on /sandbox: ${lines.join(", ")}`;
}
