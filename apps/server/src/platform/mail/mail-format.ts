import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import { type EpochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import Bowser from "bowser";
import type { MailFact } from "./mail-layout.ts";

const zone = { timeZone: "Asia/Kolkata" } as const;
const DAY = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", ...zone });
const SHORT_DAY = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", ...zone });
const TIME = new Intl.DateTimeFormat("en-IN", { hour: "numeric", minute: "2-digit", hour12: true, ...zone });
const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const WHOLE_RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });

export const formatLongDay = (at: EpochMs): string => DAY.format(at);
export const formatPeriod = (from: EpochMs, to: EpochMs): string =>
  `${SHORT_DAY.format(from)} – ${SHORT_DAY.format(to)}`;
/** `10:24 AM IST` */
const timeWords = (at: EpochMs): string => `${TIME.format(at).toUpperCase()} IST`;
export const momentWords = (at: EpochMs): string => `${SHORT_DAY.format(at)}, ${timeWords(at)}`;
/** A loss with a true minus. */
export const formatMoney = (amount: Paise): string => RUPEES.format(amount / PAISE_PER_RUPEE).replace("-", "\u2212");
export const formatWholeMoney = (amount: Paise): string => WHOLE_RUPEES.format(amount / PAISE_PER_RUPEE);

export const REFUND_WAY = `It goes back the way you paid, ${brand.refundTime}.`;

export const UNKNOWN_DEVICE = "Unknown device";

const systemNames: Readonly<Record<string, string>> = { macOS: "Mac", "Chrome OS": "Chromebook" };
const modelNames: Readonly<Record<string, string>> = { iPhone: "iPhone", iPad: "iPad" };

const listed = (name: string | undefined, list: Readonly<Record<string, string>>): string | undefined =>
  Object.values(list).find((known) => known === name);

/** `Chrome on Android`: recognisable, without repeating a user agent that an attacker may have written. */
export function deviceWords(userAgent: string): string {
  if (userAgent.trim() === "") return UNKNOWN_DEVICE;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const named = listed(browser.name, Bowser.BROWSER_MAP)?.replace(/^Microsoft | for Android$/g, "");
  const known = listed(os.name, Bowser.OS_MAP);
  const system = modelNames[platform.model ?? ""] ?? (known && (systemNames[known] ?? known));
  if (named && system) return `${named} on ${system}`;
  return named ?? system ?? UNKNOWN_DEVICE;
}

export function codeFacts({ now, until, device }: CodeAsked): readonly MailFact[] {
  const minutes = Math.round((until - now) / MINUTE_MS);
  const valid: MailFact = ["Valid until", `${timeWords(until)}, ${minutes} minutes`];
  return device === null ? [valid] : [valid, ["Asked for by", deviceWords(device)]];
}

export interface DoneWhen {
  readonly at: EpochMs;
  /** The user agent; `null` without a browser. */
  readonly device: string | null;
}

export const doneFacts = ({ at, device }: DoneWhen): readonly MailFact[] => [
  ...(device === null ? [] : [["Device", deviceWords(device)] as const]),
  ["When", momentWords(at)],
];

export interface CodeAsked {
  readonly now: EpochMs;
  readonly until: EpochMs;
  readonly device: string | null;
}
