export interface SmsRequest {
  readonly method: string;
  /** Without the query, readably percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface SmsReply {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

export interface TextMessage {
  readonly to: string;
  readonly text: string;
  /** ISO, UTC. */
  readonly at: string;
}

const NATIONAL_DIGITS = 10;

/** 9876543210, 919876543210 and +91 98765 43210 are one telephone. */
export const toPhoneKey = (phone: string): string => phone.replaceAll(/\D/g, "").slice(-NATIONAL_DIGITS);

/** `+919876543210`, or `null` if it is not an Indian number in one of the accepted forms. */
export function toE164(phone: string): string | null {
  return /^(?:\+?91)?\d{10}$/.test(phone) ? `+91${toPhoneKey(phone)}` : null;
}
