import { CODE_LENGTH } from "@vriddhi/core/account/rules";

export type MessagePart =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string };

/** A web address (without the sentence's full stop) or exactly a code's digits (not the tail of a longer number). */
const PARTS = new RegExp(
  `(https?://[^\\s<>"]*[^\\s<>".,;:!?)])|((?<![\\d#/₹,.-])\\b\\d{${CODE_LENGTH}}\\b(?![/,-]))`,
  "g",
);

export function toMessageParts(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    if (match.index > end) parts.push({ kind: "plain", text: text.slice(end, match.index) });
    parts.push({ kind: match[1] === undefined ? "code" : "link", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "plain", text: text.slice(end) });
  return parts;
}

export const codeIn = (text: string): string | null =>
  toMessageParts(text).find((part) => part.kind === "code")?.text ?? null;
