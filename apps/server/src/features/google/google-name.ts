import { NAME_MAX } from "@vriddhi/core/account/rules";

/** Characters that our own sign-up refuses, except white space, which is collapsed; joiners stay. */
const UNUSABLE = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}\p{Cs}<>]/gu;

/** Never splits a surrogate pair. */
function cut(text: string, lengthMax: number): string {
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length > lengthMax) break;
    kept += character;
  }
  return kept;
}

/** Empty when no name is left. */
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

/** A name that our own sign-up would accept: Google's, else the part before the @. */
export function toAccountName(name: string, email: string): string {
  return clean(name) || clean(email.slice(0, email.lastIndexOf("@"))) || "Google user";
}
