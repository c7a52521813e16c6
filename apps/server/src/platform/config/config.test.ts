import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { liveSettings as live } from "../../testing/live-settings.ts";
import { readConfig, settingNames } from "./config.ts";

const EXAMPLE = fs.readFileSync(path.resolve(import.meta.dirname, "../../../../../.env.example"), "utf8");
const KEY = "0123456789abcdef".repeat(4);

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
  } catch (cause) {
    const [first, ...faults] = (cause as Error).message.split("\n");
    expect(first).toBe("configuration is not usable:");
    return faults.map((fault) => fault.trim());
  }
  return [];
};
const faultyNames = (env: Record<string, string>) => faultsOf(env).map((fault) => fault.split(":")[0]);

describe("the configuration", () => {
  it("needs no setting in the sandbox", () => {
    expect(readConfig({})).toMatchObject({ mode: "sandbox", role: "all", port: 3000, host: "127.0.0.1" });
    expect(readConfig({}).publicUrl.href).toBe("http://localhost:3000/");
  });

  it("separates the connection pools, whose sum fits a small PostgreSQL", () => {
    const { pools } = readConfig({});
    expect(pools).toEqual({ api: 8, steps: 6, orders: 4 });
    const changed = readConfig({ POOL_API_MAX: "20", POOL_STEPS_MAX: "10", POOL_ORDERS_MAX: "12" });
    expect(changed.pools).toEqual({ api: 20, steps: 10, orders: 12 });
    expect(faultyNames({ POOL_API_MAX: "0", POOL_STEPS_MAX: "2", POOL_ORDERS_MAX: "many" })).toEqual([
      "POOL_API_MAX",
      "POOL_STEPS_MAX",
      "POOL_ORDERS_MAX",
    ]);
  });

  it("treats an empty value as not set", () => {
    const empty = Object.fromEntries(settingNames.map((name) => [name, ""]));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it("lists every fault at once, including conflicts between settings", () => {
    const env = {
      MODE: "live",
      ROLE: "cook",
      PORT: "70000",
      PUBLIC_URL: "ftp://x",
      MASTER_KEY: "abc",
      LOG_LEVEL: "loud",
    };
    const single = ["LOG_LEVEL", "MASTER_KEY", "PORT", "PUBLIC_URL", "ROLE"];
    const together = ["DATABASE_URL", "SMTP_URL"];
    expect(faultyNames(env)).toEqual(expect.arrayContaining([...single, ...together]));
  });

  it("never repeats a secret that it refuses", () => {
    const secrets = { MASTER_KEY: "not-hex-at-all", DATABASE_URL: "mysql://u:hunter2@h/d", METRICS_TOKEN: "short-one" };
    const reported = faultsOf(secrets).join("\n");
    expect(faultyNames(secrets)).toHaveLength(3);
    for (const secret of Object.values(secrets)) expect(reported).not.toContain(secret);
    expect(reported).not.toContain("hunter2");
  });

  it.each(["3000.5", "-1", "65536", "abc", "0x10 0"])("refuses the port %s", (port) => {
    expect(faultyNames({ PORT: port })).toEqual(["PORT"]);
  });

  it("prints no secret when it is serialized", () => {
    const config = readConfig({ ...live, METRICS_TOKEN: "a-token-of-some-length" });
    expect(JSON.stringify(config)).not.toMatch(/pass-|0123456789abcdef|a-token/);
  });
});

describe("a renamed setting", () => {
  it("works under its old name, and its current name wins", () => {
    expect(readConfig({ SANDBOX_CROWD: "7" }).sandboxDemoAccounts).toBe(7);
    expect(readConfig({ SANDBOX_CROWD: "7", SANDBOX_ACCOUNTS: "3" }).sandboxDemoAccounts).toBe(3);
    expect(() => readConfig({ SANDBOX_CROWD: "many" })).toThrow("SANDBOX_ACCOUNTS");
  });
});

describe("live mode", () => {
  it("starts with everything it needs", () => {
    expect(readConfig(live).mode).toBe("live");
  });

  it.each(Object.keys(live).filter((name) => name !== "MODE"))("does not start without %s", (missing) => {
    expect(faultsOf({ ...live, [missing]: "" })).toContain(`${missing}: MODE=live needs it`);
  });

  it("does not start on a plain http address", () => {
    expect(faultsOf({ ...live, PUBLIC_URL: "http://vriddhi.example" })).toEqual([
      "PUBLIC_URL: MODE=live needs an https address",
    ]);
  });
});

describe("production without MODE=live", () => {
  const { MODE: _mode, ...real } = live;

  it("does not fall back to the sandbox", () => {
    expect(faultyNames(real)).toEqual(["PUBLIC_URL", "RAZORPAY_KEY_ID"]);
  });

  it("is distinguished from a public demo, which live mode refuses", () => {
    expect(readConfig({ PUBLIC_URL: "https://demo.example", PUBLIC_DEMO: "1" }).isPublicDemo).toBe(true);
    expect(readConfig({}).isPublicDemo).toBe(false);
    expect(faultyNames({ ...live, PUBLIC_DEMO: "1" })).toEqual(["PUBLIC_DEMO"]);
  });
});

describe("a proxy", () => {
  it("requires TRUST_PROXY_HOPS in live mode, because otherwise all users share one address", () => {
    expect(faultyNames({ ...live, TRUST_PROXY_HOPS: "0" })).toEqual(["TRUST_PROXY_HOPS"]);
  });
});

describe("payments", () => {
  it("accept a second webhook secret during a rotation", () => {
    const { payment } = readConfig({ ...live, RAZORPAY_WEBHOOK_SECRET_OLD: "pass-6" });
    expect(payment?.webhookSecrets.map((secret) => secret.reveal())).toEqual(["pass-5", "pass-6"]);
    expect(payment).toMatchObject({
      url: "https://api.razorpay.com",
      checkoutUrl: "https://checkout.razorpay.com/v1/checkout.js",
    });
  });

  it("never use test keys in live mode", () => {
    const trial = {
      RAZORPAY_KEY_ID: "rzp_test_Example0000000",
      RAZORPAY_URL: "http://127.0.0.1:9",
      RAZORPAY_CHECKOUT_URL: "https://checkout.example/v1/checkout.js",
    };
    expect(faultyNames({ ...live, ...trial })).toEqual(Object.keys(trial));
  });
});

describe("the seller on invoices", () => {
  it("is sample data in the sandbox and the operator's own in live mode", () => {
    expect(readConfig({}).seller).toMatchObject({ state: "29", signatory: null });
    expect(readConfig({ ...live, SELLER_SIGNATORY: "R. Shah" }).seller).toEqual({
      name: "Example Traders Private Limited",
      address: ["7 Marine Drive", "Mumbai 400020"],
      gstin: "27AAPFU0939F1ZV",
      state: "27",
      signatory: "R. Shah",
    });
  });

  it("is refused in live mode when it is missing or a sample", () => {
    const { SELLER_NAME: _name, SELLER_ADDRESS: _address, SELLER_GSTIN: _gstin, ...without } = live;
    expect(faultyNames(without)).toEqual(["SELLER_NAME", "SELLER_ADDRESS", "SELLER_GSTIN"]);
    const { gstin, address } = readConfig({}).seller;
    const samples = { SELLER_GSTIN: gstin, SELLER_ADDRESS: address.join(" | ") };
    expect(faultyNames({ ...live, ...samples }).toSorted()).toEqual(["SELLER_ADDRESS", "SELLER_GSTIN"]);
  });

  it("has a tax number with a valid check digit", () => {
    expect(faultyNames({ ...live, SELLER_GSTIN: "27AAPFU0939F1ZW" })).toEqual(["SELLER_GSTIN"]);
    expect(readConfig({ SELLER_GSTIN: "27aapfu0939f1zv" }).seller.gstin).toBe("27AAPFU0939F1ZV");
  });
});

describe("settings that are only valid together", () => {
  it.each([
    [{ SMS_URL: "https://sms.example" }, "SMS_URL, SMS_API_KEY"],
    [{ SMS_API_KEY: "key" }, "SMS_URL, SMS_API_KEY"],
    [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET"],
    [{ RAZORPAY_KEY_ID: "id" }, "RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET"],
    [{ SMS_URL: "https://sms.example", SMS_API_KEY: "key", SMS_GATEWAY: "msg91" }, "SMS_TEMPLATE"],
  ])("are refused alone: %j", (env, reported) => {
    expect(faultyNames(env as Record<string, string>)).toEqual([reported]);
  });
});

describe("an external database", () => {
  it("needs a configured master key, also in the sandbox", () => {
    const { DATABASE_URL = "" } = live;
    expect(faultyNames({ DATABASE_URL })).toEqual(["MASTER_KEY"]);
    expect(faultyNames({ DATABASE_URL, MASTER_KEY: KEY })).toEqual([]);
  });

  it.each(["api", "worker", "engine"])("is needed by a process that is only %s", (role) => {
    expect(faultyNames({ ROLE: role })).toEqual(["DATABASE_URL"]);
  });
});

describe("the public address of an account", () => {
  it("is set for each local address or proxy, and for the machine itself", () => {
    const { egressPublicAddresses } = readConfig({
      EGRESS_PUBLIC_ADDRESSES: "10.0.0.5=203.0.113.7, proxy.example=203.0.113.8,*=203.0.113.9",
    });
    expect([...egressPublicAddresses]).toEqual([
      ["10.0.0.5", "203.0.113.7"],
      ["proxy.example", "203.0.113.8"],
      ["*", "203.0.113.9"],
    ]);
  });

  it("is required in live mode for private addresses", () => {
    const hidden = { ...live, EGRESS_ADDRESSES: "10.0.0.5, 203.0.113.7, 172.20.0.1" };
    expect(faultsOf(hidden)).toEqual([expect.stringContaining("10.0.0.5"), expect.stringContaining("172.20.0.1")]);
    const mapped = { ...hidden, EGRESS_PUBLIC_ADDRESSES: "10.0.0.5=203.0.113.8, 172.20.0.1=203.0.113.9" };
    expect(faultsOf(mapped)).toEqual([]);
  });

  it.each(["203.0.113.7", "10.0.0.5=", "10.0.0.5=nowhere", "=203.0.113.7", "a=b=203.0.113.7"])(
    "refuses the malformed setting %j",
    (text) => {
      expect(faultyNames({ EGRESS_PUBLIC_ADDRESSES: text })).toEqual(["EGRESS_PUBLIC_ADDRESSES"]);
    },
  );
});

describe("SECRETS_DIR", () => {
  it("reads each setting from the file of its name; an environment variable wins", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-secrets-"));
    const secrets = { MASTER_KEY: `${KEY}\n`, METRICS_TOKEN: "from-the-file-1234", README: "no setting" };
    for (const [name, value] of Object.entries(secrets)) fs.writeFileSync(path.join(folder, name), value);
    const read = readConfig({ SECRETS_DIR: folder, METRICS_TOKEN: "from-the-environment" });
    fs.rmSync(folder, { recursive: true });
    expect(read.masterKey?.reveal()).toBe(KEY);
    expect(read.metricsToken?.reveal()).toBe("from-the-environment");
  });

  it("refuses a folder that cannot be read", () => {
    expect(() => readConfig({ SECRETS_DIR: "/nowhere/secrets" })).toThrow(
      "SECRETS_DIR: the folder cannot be read (ENOENT)",
    );
  });
});

describe(".env.example", () => {
  it("is a usable configuration and changes no default", () => {
    expect(readConfig(parseEnv(EXAMPLE) as Record<string, string>)).toEqual(readConfig({}));
  });

  it("lists every setting once, with a comment above it", () => {
    const lines = EXAMPLE.split("\n");
    const named = lines.flatMap((line) => /^([A-Z0-9_]+)=/.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual([...settingNames].toSorted());
    for (const block of EXAMPLE.split("\n\n").slice(1)) expect(block).toMatch(/^# /);
  });
});

describe("traces", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";

  it("are off until a collector is set, and sample a tenth of the accounts", () => {
    expect(readConfig({ OTEL_TRACES_SAMPLER_ARG: "1" }).tracing).toBeNull();
    const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT });
    expect(tracing).toEqual({ url: OTEL_EXPORTER_OTLP_ENDPOINT, headers: null, ratio: 0.1 });
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=a,"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://collector:4317"],
  ])("refuses an invalid tracing setting: %s=%s", (name, text) => {
    expect(faultyNames({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: text })).toEqual([name]);
  });
});

describe("PROCESSES", () => {
  it("counts the processes that follow the sandbox's clock: one api, every engine and worker, no sandbox", () => {
    const followers = (PROCESSES: string) => readConfig({ PROCESSES, ROLE: "sandbox" }).clockFollowers;
    expect(readConfig({}).clockFollowers).toBe(0);
    expect(followers("sandbox,api, engine,engine,worker,api,sandbox")).toBe(4);
  });
});
