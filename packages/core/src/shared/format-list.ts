/** A list as a sentence: "one, two or three". */
export const formatList = (words: readonly string[], last: "or" | "and"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
