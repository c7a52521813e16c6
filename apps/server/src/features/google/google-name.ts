import { NAME_MAX } from "@vriddhi/core/account/rules";

/** What the name rules of a sign-up refuse, beyond the white space that is squeezed; joiners stay. */
const UNUSABLE = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}\p{Cs}<>]/gu;

/** Cut between characters: half of a pair would be no text. */
function cut(text: string, lengthMax: number): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > lengthMax) break;
    kept += character;
  }
  return kept;
}

/** Empty where nothing is left that could be called a name. */
const clean = (text: string): string => {
  const kept = cut(
    text
      .replaceAll(UNUSABLE, "")
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    NAME_MAX,
  ).trim();
  return /\p{L}/u.test(kept) ? kept : "";
};

/** A name that our own sign-up would have accepted: Google's, or else what stands before the @. */
export function toAccountName(name: string, email: string): string {
  return clean(name) || clean(email.slice(0, email.lastIndexOf("@"))) || "Google user";
}
