import { CODE_LENGTH } from "@vriddhi/core/account/rules";

/** Six digits that stand alone, or two groups of three, as apps and mails write them. */
const ALONE = new RegExp(`(?<!\\d)\\d{${CODE_LENGTH}}(?!\\d)`);
const IN_GROUPS = /(?<!\d)(\d{3})[\s\u00a0-](\d{3})(?!\d)/;

/** The code in a text that somebody copied, or null when there is none in it. */
export function codeIn(text: string): string | null {
  const alone = ALONE.exec(text)?.[0];
  if (alone !== undefined) return alone;
  const groups = IN_GROUPS.exec(text);
  return groups === null ? null : `${groups[1]}${groups[2]}`;
}

/** What a field for a code keeps of what was put into it. */
export const codeDigits = (text: string): string => codeIn(text) ?? text.replace(/\D/g, "").slice(0, CODE_LENGTH);

/** A code of an app or of a recovery list, without the gaps and dashes that people copy along. */
export const lettersAndDigits = (text: string): string => text.replace(/[^a-z0-9]/gi, "");

/** A code as it was typed, without the gaps that apps show in its middle. */
export const withoutGaps = (text: string): string => text.replace(/\s/g, "");
