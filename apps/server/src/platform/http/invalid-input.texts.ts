import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a web address",
  uuid: "a UUID",
  date: "a date like 2026-11-16",
  datetime: "a time like 2026-11-16T09:15:00Z",
};

const VALUES_MAX = 12;
/** Names that the caller chose are truncated. */
const NAME_MAX_CHARS = 40;

const shown = (name: PropertyKey): string => `"${String(name).slice(0, NAME_MAX_CHARS)}"`;

function unitOf(origin: string, count: number | bigint): string {
  if (origin === "string") return count === 1 ? " character" : " characters";
  if (origin !== "array" && origin !== "set") return "";
  return count === 1 ? " entry" : " entries";
}

function boundOf(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isSmall = issue.code === "too_small";
  const bound = isSmall ? issue.minimum : issue.maximum;
  const unit = unitOf(issue.origin, bound);
  const [inclusive, exclusive] = isSmall ? ["at least", "more than"] : ["at most", "less than"];
  return `must ${unit === "" ? "be" : "have"} ${issue.inclusive === false ? exclusive : inclusive} ${bound}${unit}`;
}

function choiceOf({ values }: z.core.$ZodIssueInvalidValue): string {
  if (values.length > VALUES_MAX) return "is none of the values that can be chosen";
  return values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.map(String).join(", ")}`;
}

function typeFault({ expected, message }: z.core.$ZodIssueInvalidType): string {
  if (message.endsWith("received undefined")) return "is missing";
  return `must be ${kinds[expected] ?? "of another kind"}`;
}

function formatFault({ format }: z.core.$ZodIssueInvalidStringFormat): string {
  const wanted = formats[format];
  return wanted === undefined ? "is not written as it should be" : `must be ${wanted}`;
}

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeFault(issue);
    case "invalid_value":
      return choiceOf(issue);
    case "invalid_format":
      return formatFault(issue);
    case "too_small":
    case "too_big":
      return boundOf(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    default:
      return "is not as it should be";
  }
}

/** One sentence for a fault without a field's own message; `null`: the field is unknown. */
export function faultSentence(issue: Issue | null): string {
  if (issue === null) return "The request is not as it should be.";
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const where = field === "" ? "" : ` in ${field}`;
    return `There is no field ${issue.keys.slice(0, VALUES_MAX).map(shown).join(", ")}${where}.`;
  }
  return `${field === "" ? "The body" : field} ${faultOf(issue)}.`;
}
