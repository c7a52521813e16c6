import { api, type Reply } from "./api.ts";

/** What was typed at a door of the back office: every step shows it again. */
export interface StaffCredentials {
  readonly username: string;
  readonly password: string;
  readonly mail_code?: string;
}

export type StaffSecret = Reply<"POST", "/api/login/authenticator">;
export type StaffEntered = Reply<"POST", "/api/login/authenticator/confirm">;
type StaffDoor = "desk" | "blog";

const bodyOf = (door: StaffDoor, { username, password, mail_code }: StaffCredentials) =>
  mail_code === undefined ? { door, username, password } : { door, username, password, mail_code };

/** A fresh authenticator for whoever may come in and has none; it counts once its first code was typed. */
export const startEnrolment = (door: StaffDoor, credentials: StaffCredentials): Promise<StaffSecret> =>
  api("POST", "/api/login/authenticator", { body: bodyOf(door, credentials) });

/** Switches it on; the session comes with the recovery codes. */
export const confirmEnrolment = (door: StaffDoor, credentials: StaffCredentials, code: string): Promise<StaffEntered> =>
  api("POST", "/api/login/authenticator/confirm", { body: Object.assign(bodyOf(door, credentials), { code }) });
