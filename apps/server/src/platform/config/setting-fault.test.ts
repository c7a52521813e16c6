import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return "";
  } catch (cause) {
    return String(cause);
  }
};

describe("an invalid setting", () => {
  it.each([
    [{ PORT: "abc" }, "PORT: must be a whole number, is abc"],
    [{ PORT: "70000" }, "PORT: must be at most 65535, is 70000"],
    [{ MODE: "test" }, "MODE: must be sandbox or live, is test"],
    [{ ROLE: "everything" }, "ROLE: must be all, api, worker, engine or sandbox, is everything"],
    [{ ADMIN_PASSWORD: "short" }, "ADMIN_PASSWORD: must have 6 to 128 characters"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL: must be debug, info, warn, error or silent, is loud"],
  ])("%o is reported with the valid values and its own value", (env, sentence) => {
    expect(faultsOf(env)).toContain(sentence);
  });

  it("is reported without faults that follow from it", () => {
    expect(faultsOf({ ROLE: "everything" })).not.toContain("DATABASE_URL");
  });

  it("is never repeated when it may contain a secret", () => {
    expect(faultsOf({ MASTER_KEY: "sesame-open" })).not.toContain("sesame-open");
    expect(faultsOf({ DATABASE_URL: "postgres//me:sesame@here" })).not.toContain("sesame");
  });

  it("is reported with the command that generates a key when the master key is missing", () => {
    expect(faultsOf({ DATABASE_URL: "postgres://me@localhost/v" })).toContain("openssl rand -hex 32");
  });
});
