import { assert } from "../shared/assert.ts";
import type { Brand } from "../shared/brand.ts";
import { MINUTE_MS } from "../time/clock.ts";

/** A5.7, in the dialog's order. */
export const countries = [
  { code: "+91", name: "India" },
  { code: "+1", name: "USA" },
  { code: "+44", name: "UK" },
  { code: "+61", name: "Australia" },
] as const;

export type CountryCode = (typeof countries)[number]["code"];

/** Texts abroad cost many times as much and attract toll fraud, so codes go to Indian mobiles only for now. */
export const TEXTED_COUNTRIES: readonly CountryCode[] = ["+91"];

/** A5.7, A9.2; also the limit of E.164. */
export const PHONE_DIGITS_MAX = 15;

const phoneDigitsMin = (country: CountryCode): number => (country === "+91" ? 10 : 6);

/** A5.7: the form's check. A number that passes may still not be textable. */
export const isPhoneInput = (country: CountryCode, text: string): boolean =>
  /^\d+$/.test(text) && text.length >= phoneDigitsMin(country) && text.length <= PHONE_DIGITS_MAX;

export const phoneFaultText = (country: CountryCode): string =>
  `Please enter a valid phone number (${phoneDigitsMin(country)}-${PHONE_DIGITS_MAX} digits)`;

/** One spelling per telephone: `+919876543210`. */
export type PhoneE164 = Brand<string, "PhoneE164">;

export function phoneE164(text: string): PhoneE164 {
  assert(/^\+[1-9]\d{5,14}$/.test(text), "the text is an E.164 number");
  return text as PhoneE164;
}

/** Users also type the trunk zero or the country code; the forms differ in length, so 9198765432 is a mobile. */
const INDIAN_MOBILE = /^(?:0|91|091|0091)?([6-9]\d{9})$/;

/** The E.164 form of a typed number; `null` if it is not a number, or not an Indian mobile. */
export function toPhoneE164(country: CountryCode, text: string): PhoneE164 | null {
  if (!isPhoneInput(country, text)) return null;
  if (country === "+91") {
    const national = INDIAN_MOBILE.exec(text)?.[1];
    return national === undefined ? null : phoneE164(country + national);
  }
  const full = country + text.replace(/^0/, "");
  return full.length > PHONE_DIGITS_MAX + 1 || !/^\+[1-9]\d{5,}$/.test(full) ? null : phoneE164(full);
}

const MASKED_VISIBLE_DIGITS = 4;

const countryOf = (phone: PhoneE164): string => countries.find(({ code }) => phone.startsWith(code))?.code ?? "+";

/** `+91 ••••••3210`: recognisable for its owner only. */
export function maskPhone(phone: PhoneE164): string {
  const country = countryOf(phone);
  const national = phone.slice(country.length);
  const hidden = Math.max(0, national.length - MASKED_VISIBLE_DIGITS);
  return `${country} ${"•".repeat(hidden)}${national.slice(hidden)}`;
}

const BLOCK_DIGITS = 4;

/** The block of ten thousand numbers with the same leading digits: `+91987654`. */
export const blockOf = (phone: PhoneE164): string => phone.slice(0, -BLOCK_DIGITS);

export function maskBlock(phone: PhoneE164): string {
  const country = countryOf(phone);
  return `${country} ${blockOf(phone).slice(country.length)}${"•".repeat(BLOCK_DIGITS)}`;
}

export const OTP_DIGITS = 6;
export const OTP_LIFE_MS = 10 * MINUTE_MS;
/** Wrong codes before a text becomes invalid. */
export const OTP_TRIES_MAX = 5;

export const isOtp = (text: string): boolean => new RegExp(`^\\d{${OTP_DIGITS}}$`).test(text);

interface TypedPhone {
  readonly country: CountryCode;
  readonly digits: string;
}

const IN_FULL = /^\s*(?:\+|00)/;

const INDIAN_IN_FULL = /^(?:0|91|091|0091)([6-9]\d{9})$/;

/** The digits of a typed or pasted number (A5.7): a pasted code selects the country, a repeated one is dropped. */
export function readTypedPhone(country: CountryCode, text: string): TypedPhone {
  const digits = text.replace(/\D/g, "").slice(0, PHONE_DIGITS_MAX);
  if (IN_FULL.test(text)) {
    const significant = digits.replace(/^00/, "");
    const named = countries.find(({ code }) => significant.startsWith(code.slice(1)));
    if (named !== undefined) return { country: named.code, digits: significant.slice(named.code.length - 1) };
  }
  const national = country === "+91" ? INDIAN_IN_FULL.exec(digits)?.[1] : undefined;
  return { country, digits: national ?? digits };
}
