import { api, type Reply } from "./api.ts";

/** The credentials typed at a back-office login: every step sends them again. */
export interface StaffCredentials {
  readonly username: string;
  readonly password: string;
  readonly mail_code?: string;
}

export type StaffSecret = Reply<"POST", "/api/login/authenticator">;
export type StaffEntered = Reply<"POST", "/api/login/authenticator/confirm">;
/** The back office's name on the wire. */
export const BACK_OFFICE = "desk";
type StaffArea = typeof BACK_OFFICE | "blog";

const bodyOf = (door: StaffArea, { username, password, mail_code }: StaffCredentials) =>
  mail_code === undefined ? { door, username, password } : { door, username, password, mail_code };

/** A fresh authenticator for staff without one; it counts once its first code was typed. */
export const startEnrolment = (door: StaffArea, credentials: StaffCredentials): Promise<StaffSecret> =>
  api("POST", "/api/login/authenticator", { body: bodyOf(door, credentials) });

export const confirmEnrolment = (door: StaffArea, credentials: StaffCredentials, code: string): Promise<StaffEntered> =>
  api("POST", "/api/login/authenticator/confirm", { body: Object.assign(bodyOf(door, credentials), { code }) });
