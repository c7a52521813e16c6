import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { cheapHasher, startTestProduct, type TestProduct } from "../testing/product.ts";
import { runSql } from "../testing/sql.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasher: cheapHasher } });
});
afterAll(() => product.close());

describe("the sandbox's control calls", () => {
  it.each(["x-forwarded-for", "forwarded", "x-forwarded-host", "x-forwarded-proto"])(
    "are a 404 for requests through a proxy on this machine: %s",
    async (header) => {
      const reply = await product.send("GET", "/sandbox/mail", {
        ip: "127.0.0.1",
        headers: { [header]: "203.0.113.7" },
      });
      expect(reply.statusCode).toBe(404);
      expect((await product.send("GET", "/sandbox/mail", { ip: "127.0.0.1" })).statusCode).toBe(200);
    },
  );

  it("are a 404 in a public demo", async () => {
    const demo = await startTestProduct({
      beside: product,
      role: "api",
      env: { PUBLIC_URL: "https://demo.vriddhi.example", PUBLIC_DEMO: "1" },
      overrides: { hasher: cheapHasher },
    });
    for (const path of ["/sandbox/mail", "/sandbox/clock", "/sandbox/accounts"])
      expect((await demo.send("GET", path, { ip: "127.0.0.1" })).statusCode).toBe(404);
    expect((await demo.send("GET", "/healthz")).statusCode).toBe(200);
    await demo.stop();
  });
});

describe("the metrics", () => {
  it("are not served to requests through a proxy on this machine", async () => {
    const read = (headers: Record<string, string>) => product.send("GET", "/metrics", { ip: "127.0.0.1", headers });
    expect((await read({})).statusCode).toBe(200);
    expect((await read({ "x-forwarded-for": "8.8.8.8" })).statusCode).toBe(404);
  });
});

describe("during a database outage", () => {
  it("the product and its readiness check answer 503, log one line and recover without a restart", async () => {
    const name = new URL(product.databaseUrl).pathname.slice(1);
    const { serverUrl } = inject("postgres");
    const before = product.log.length;
    await runSql(serverUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await runSql(serverUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    const body = { email: "asha@example.com", password: "right-password" };
    const replies = await Promise.all(Array.from({ length: 20 }, () => product.send("POST", "/auth/login", { body })));
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.json().code}`))).toEqual(
      new Set(["503 unavailable"]),
    );
    expect(replies[0]?.headers["retry-after"]).toBe("5");
    expect((await product.send("GET", "/readyz")).statusCode).toBe(503);
    expect((await product.send("GET", "/healthz")).statusCode).toBe(200);
    const logged = product.log.slice(before).filter((line) => line.includes("http: database unavailable"));
    expect(logged.length).toBeLessThanOrEqual(2);
    await runSql(serverUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await eventually("the product is ready again", async () =>
      (await product.send("GET", "/readyz")).statusCode === 200 ? true : null,
    );
    expect((await product.send("POST", "/auth/login", { body })).statusCode).toBe(401);
  });
});
