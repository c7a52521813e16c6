import { randomBytes } from "node:crypto";

/** No vowels and no ambiguous characters: references are read out over the telephone. */
const REFERENCE_LETTERS = "23456789BCDFGHJKLMNPQRSTVWXZ";
const REFERENCE_LENGTH = 8;

export function newReference(): string {
  const letters = [...randomBytes(REFERENCE_LENGTH)].map((byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]);
  return `VR-${letters.join("")}`;
}
