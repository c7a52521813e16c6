/** AR of Asha Rao: the first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const shown = words.length > 1 ? [words[0], words.at(-1)] : words;
  return shown.map((word) => Array.from(word ?? "")[0]?.toUpperCase() ?? "").join("");
}
