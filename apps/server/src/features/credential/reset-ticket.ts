import { timingSafeEqual } from "node:crypto";
import { epochMs, type HumanClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import { keyedHash } from "../../platform/crypto/derived-key.ts";

export const TICKET_LIFE_MS = 10 * MINUTE_MS;

/** After a password reset the browser holds a ticket for ten minutes; it may end the account's passkeys. */
export interface ResetTickets {
  make(userId: string): string;
  read(ticket: string | null): string | null;
}

export function createResetTickets(key: Buffer, clock: HumanClock): ResetTickets {
  const sign = (userId: string, until: string) => keyedHash(key, "reset-ticket", userId, until).toString("base64url");
  return {
    make(userId) {
      const until = String(clock.now() + TICKET_LIFE_MS);
      return [userId, until, sign(userId, until)].join(".");
    },
    read(ticket) {
      const [userId = "", until = "", signature = ""] = (ticket ?? "").split(".");
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(userId, until))];
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && clock.now() < epochMs(Number(until)) ? userId : null;
    },
  };
}
