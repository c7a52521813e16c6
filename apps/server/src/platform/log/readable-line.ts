const LEVELS: Readonly<Record<number, string>> = { 20: "debug", 30: "", 40: "warning", 50: "error", 60: "error" };

const COLOURS: Readonly<Record<string, string>> = { error: "\u001b[31m", warning: "\u001b[33m", debug: "\u001b[90m" };
const GREY = "\u001b[90m";
const PLAIN = "\u001b[0m";

const wordOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

const timeOf = (time: unknown): string =>
  typeof time === "number" ? new Date(time).toISOString().slice(11, 19) : "--:--:--";

/** Without the stack: on a terminal the error's message is enough to act on. */
function detailsOf(fields: Readonly<Record<string, unknown>>): string {
  const { err, ...rest } = fields;
  const parts = Object.entries(rest).map(([name, value]) => `${name}=${wordOf(value)}`);
  if (typeof err === "object" && err !== null && "message" in err) parts.unshift(wordOf(err.message));
  return parts.join("  ");
}

export function toReadableLine(line: string): string {
  try {
    const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
    const name = LEVELS[Number(level)] ?? "";
    const head = name === "" ? "" : `${COLOURS[name] ?? ""}${name}${PLAIN}  `;
    const details = detailsOf(fields);
    const tail = details === "" ? "" : `  ${GREY}${details}${PLAIN}`;
    return `${GREY}${timeOf(time)}${PLAIN}  ${head}${wordOf(msg ?? "")}${tail}\n`;
  } catch {
    return line; // not one of ours
  }
}
