import { describe, expect, it } from "vitest";
import { createLogger, type Logger, toFileAndTerminal } from "./logger.ts";

function logged(write: (log: Logger) => void): string {
  const lines: string[] = [];
  write(createLogger("debug", (line) => void lines.push(line)));
  return lines.join("");
}

describe("the log", () => {
  it("writes one JSON line per message", () => {
    const line = logged((log) => log.info({ feature: "mail" }, "sent"));
    expect(line.endsWith("\n")).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: 30, feature: "mail", msg: "sent" });
  });

  it.each(["password", "token", "code", "otp", "pin", "totp", "authorization", "cookie", "api_key", "refresh_token"])(
    "hides a field named %s, up to two levels down",
    (name) => {
      const line = logged((log) => {
        log.warn({ [name]: "s3cret" }, "a");
        log.warn({ body: { [name]: "s3cret" } }, "b");
        log.child({ request: { headers: { [name]: "s3cret" } } }).error("c");
      });
      expect(line.match(/\[redacted\]/g)).toHaveLength(3);
      expect(line).not.toContain("s3cret");
    },
  );

  it("shows only errors on a terminal, and writes every line to the file", () => {
    const [file, terminal]: [string[], string[]] = [[], []];
    const log = createLogger(
      "info",
      toFileAndTerminal(
        (line) => file.push(line),
        (line) => terminal.push(line),
      ),
    );
    log.info("feed: connected");
    log.warn("feed: slow");
    log.error({ err: new Error("the disk is full") }, "backup: failed");
    expect(file.map((line) => JSON.parse(line).msg)).toEqual(["feed: connected", "feed: slow", "backup: failed"]);
    expect(terminal).toHaveLength(1);
    expect(terminal[0]).toContain("the disk is full");
  });

  it("shows a failure with its stack, message and causes", () => {
    const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
    const { err } = JSON.parse(logged((log) => log.error({ err: new TypeError("no answer", { cause }) }, "failed")));
    expect(err).toMatchObject({
      type: "TypeError",
      message: "no answer",
      cause: { message: "connection refused", reason: "ECONNREFUSED" },
    });
    expect(err.stack).toContain("logger.test.ts");
  });

  it("drops a failed query's parameters from every part of its error", () => {
    const failed = Object.assign(new Error('Failed query: insert into "users" values ($1)\nparams: s3cret-hash'), {
      query: 'insert into "users" values ($1)',
      params: ["s3cret-hash"],
      cause: Object.assign(new Error("duplicate key"), { detail: "Key (email)=(s3cret-hash) exists", code: "23505" }),
    });
    const line = logged((log) => log.error({ err: failed }, "request failed"));
    expect(line).toContain("Failed query: insert into");
    expect(line).toContain("23505");
    expect(line).not.toContain("s3cret");
  });

  it("drops the client that a broken database connection carries", () => {
    const broken = Object.assign(new Error("terminating connection"), { client: { secretKey: "s3cret" } });
    expect(logged((log) => log.warn({ err: broken }, "broke"))).not.toContain("s3cret");
  });

  it("accepts a thrown value that is not an Error", () => {
    expect(logged((log) => log.error({ err: "s3cret text" }, "failed"))).not.toContain("s3cret");
  });
});
