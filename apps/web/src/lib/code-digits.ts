import { CODE_LENGTH } from "@vriddhi/core/account/rules";

/** Six separate digits, or two groups of three, as apps and mails write them. */
const ALONE = new RegExp(`(?<!\\d)\\d{${CODE_LENGTH}}(?!\\d)`);
const IN_GROUPS = /(?<!\d)(\d{3})[\s\u00a0-](\d{3})(?!\d)/;

export function codeIn(text: string): string | null {
  const alone = ALONE.exec(text)?.[0];
  if (alone !== undefined) return alone;
  const groups = IN_GROUPS.exec(text);
  return groups === null ? null : `${groups[1]}${groups[2]}`;
}

export const codeDigits = (text: string): string => codeIn(text) ?? text.replace(/\D/g, "").slice(0, CODE_LENGTH);

export const lettersAndDigits = (text: string): string => text.replace(/[^a-z0-9]/gi, "");

export const withoutGaps = (text: string): string => text.replace(/\s/g, "");
