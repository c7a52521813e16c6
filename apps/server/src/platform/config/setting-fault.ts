import type { z } from "zod";

/** The values of these are never repeated in a message. */
const SECRET_NAME = /KEY|SECRET|PIN|TOKEN|PASSWORD|URL|DSN/;

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_value":
      return `must be ${listed(issue.values.map(String))}`;
    case "too_small":
      return issue.origin === "number" || issue.origin === "int" ? `must be at least ${issue.minimum}` : issue.message;
    case "too_big":
      return issue.origin === "number" || issue.origin === "int" ? `must be at most ${issue.maximum}` : issue.message;
    case "invalid_type":
      return issue.expected === "number" || issue.expected === "int" ? "must be a whole number" : issue.message;
    case "invalid_format":
      return issue.format === "url" ? "must be a whole address, as https://example.com" : issue.message;
    default:
      return issue.message;
  }
}

export function settingFault(issue: z.core.$ZodIssue, env: Readonly<Record<string, string | undefined>>): string {
  const name = issue.path.join(".");
  const given = env[name];
  const isShown = given !== undefined && !SECRET_NAME.test(name);
  return `${name}: ${wordsOf(issue)}${isShown ? `, is ${given}` : ""}`;
}
