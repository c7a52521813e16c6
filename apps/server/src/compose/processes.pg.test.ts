import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { endpoints } from "@vriddhi/contract/endpoints";
import { operationsEndpoints } from "@vriddhi/contract/operations";
import { createFaults } from "@vriddhi/sandbox/faults/faults";
import { startMailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "../platform/limits/limits.ts";
import { cheapHasher, startTestProduct, type TestProduct } from "../testing/product.ts";

const clock = createVirtualClock();
const overrides = { hasher: cheapHasher };
let all: TestProduct;
let api: TestProduct;
beforeAll(async () => {
  all = await startTestProduct({ clock, overrides });
  api = await startTestProduct({ beside: all, role: "api", clock, overrides });
});
afterAll(async () => {
  await api.close();
  await all.close();
});

/** Alternates between the processes, like a load balancer. */
const inTurn = (n: number): TestProduct => (n % 2 === 0 ? all : api);

describe("two processes on one database", () => {
  it("share sessions and sign-outs", async () => {
    const session = await api.signIn(await all.makeUser());
    expect((await all.send("GET", "/auth/profile", { as: session })).statusCode).toBe(200);
    await all.send("POST", "/auth/logout", { as: session });
    expect((await api.send("GET", "/auth/profile", { as: session })).statusCode).toBe(401);
  });

  it("share the rate limit of logins to one account", async () => {
    const { email } = await all.makeUser();
    const statuses: number[] = [];
    for (let n = 0; n <= limits["login:account"].burst; n += 1) {
      const body = { email, password: "a-guess" };
      statuses.push((await inTurn(n).send("POST", "/auth/login", { body, ip: "127.5.5.1" })).statusCode);
    }
    expect(statuses.slice(0, -1).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each([
    ["login", "/auth/login", "login:ip"],
    ["sign-up", "/auth/signup", "signup:ip"],
    ["code", "/auth/verify-email", "code:ip"],
  ] as const)("share the %s budget of one caller, also when asked at the same moment", async (_name, path, key) => {
    const asked = Array.from({ length: limits[key].burst + 10 }, (_, n) =>
      inTurn(n).send("POST", path, { body: { nonsense: n }, ip: `127.6.0.${key.length}` }),
    );
    const statuses = (await Promise.all(asked)).map((reply) => reply.statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(limits[key].burst);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it("share the minimum pause between two codes to one address", async () => {
    const body = { name: "Asha", email: "shared@example.com", password: "right-password", dob: "1990-05-01" };
    const ip = "127.6.1.1";
    expect((await api.send("POST", "/auth/signup", { body, ip })).statusCode).toBe(200);
    const again = await all.send("POST", "/auth/resend-code", { body: { email: body.email }, ip });
    expect(again.statusCode).toBe(429);
  });

  it("share the attempt limit of one code", async () => {
    const body = { name: "Asha", email: "tries@example.com", password: "right-password", dob: "1990-05-01" };
    const signedUp = await api.send("POST", "/auth/signup", { body });
    const headers = { cookie: String(signedUp.headers["set-cookie"]).split(";")[0] ?? "" };
    const code = await all.latestCode(body.email);
    const wrong = code === "000000" ? "000001" : "000000";
    const guesses = Array.from({ length: 12 }, (_, n) =>
      inTurn(n).send("POST", "/auth/verify-email", { body: { email: body.email, code: wrong }, headers }),
    );
    await Promise.all(guesses);
    const right = await api.send("POST", "/auth/verify-email", { body: { email: body.email, code }, headers });
    expect(right.statusCode).toBe(400);
  });

  it("share one market time, whichever process sets the clock", async () => {
    const user = await all.makeUser();
    const session = await api.signIn(user);
    await all.query(
      "INSERT INTO subscription_periods VALUES (gen_random_uuid(), $1, 'MONTHLY', '2026-11-16T08:50:00+05:30', '2026-12-16', 500000, NULL)",
      [user.id],
    );
    const planAtApi = async () => (await api.send("GET", "/auth/profile", { as: session })).json().plan;
    expect(await planAtApi()).toBeNull();
    await all.send("POST", "/sandbox/clock", { body: { now: "2026-11-16T08:51:00+05:30" } });
    await expect.poll(planAtApi).toBe("MONTHLY");
  });

  it("serve the sandbox's control calls only in its host process", async () => {
    expect((await api.send("GET", "/sandbox/mail")).statusCode).toBe(404);
    expect((await all.send("GET", "/sandbox/mail")).statusCode).toBe(200);
  });
});

describe.each(["worker", "engine"] as const)("a process that is only %s", (role) => {
  let background: TestProduct;
  beforeAll(async () => {
    background = await startTestProduct({ beside: all, role, clock, overrides });
  });
  afterAll(() => background.close());

  it("reports liveness, readiness and metrics", async () => {
    expect((await background.send("GET", "/healthz")).json()).toEqual({ status: "ok" });
    expect((await background.send("GET", "/readyz")).json()).toEqual({ status: "ready" });
    expect((await background.send("GET", "/metrics")).body).toContain("process_cpu_seconds_total");
  });

  it("serves nothing else", async () => {
    const others = Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>).filter(
      ([name]) => !(name in operationsEndpoints),
    );
    const answered: string[] = [];
    for (const [name, { method, path }] of others) {
      const reply = await background.send(method, path.replace(/\{\w+\}/g, "x"));
      if (reply.statusCode !== 404) answered.push(name);
    }
    for (const path of ["/docs", "/docs/openapi.json", "/"])
      if ((await background.send("GET", path)).statusCode !== 404) answered.push(path);
    expect(answered).toEqual([]);
  });
});

describe("a mail", () => {
  it("posted by the api process is sent by the worker process", async () => {
    const host = await startTestProduct({ clock, overrides });
    const mailbox = await startMailbox({ clock, faults: createFaults() });
    const front = await startTestProduct({ beside: host, role: "api", clock, overrides });
    await host.stop();
    const body = { name: "Asha", email: "worker@example.com", password: "right-password", dob: "1990-05-01" };
    expect((await front.send("POST", "/auth/signup", { body })).statusCode).toBe(200);
    expect(mailbox.list()).toEqual([]);

    const worker = await startTestProduct({
      beside: host,
      role: "worker",
      clock,
      overrides,
      env: { SMTP_URL: mailbox.url },
    });
    await expect.poll(() => mailbox.list("worker@example.com")).toHaveLength(1);
    await worker.close();
    await front.close();
    await host.close();
    await mailbox.stop();
  });
});

describe("the start of a process", () => {
  it("reports the missing sandbox when an api process starts alone", async () => {
    const start = startTestProduct({ role: "api" });
    await expect(start).rejects.toThrow("no sandbox runs on this database yet: start a process with ROLE=all first");
  });

  it("is refused with another master key before anything is written with it", async () => {
    const start = startTestProduct({ beside: all, role: "api", env: { MASTER_KEY: "ab".repeat(32) } });
    await expect(start).rejects.toThrow("the master key is not the one this database was encrypted with");
  });

  it("lists the valid forms of an invalid clock setting", async () => {
    const start = startTestProduct({ env: { SANDBOX_CLOCK: "yesterday" } });
    await expect(start).rejects.toThrow(/SANDBOX_CLOCK=yesterday .*next-open@20/);
  });
});
