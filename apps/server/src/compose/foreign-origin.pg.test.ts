import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { endpoints } from "@vriddhi/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isStaffAccess } from "../platform/http/staff-token.ts";
import { cheapHasher, startTestProduct, type TestProduct, type TestRequest } from "../testing/product.ts";
import { createTableDigest } from "../testing/table-digest.ts";

const OUR_ORIGIN = "http://localhost:3000";
const SAMPLE_ID = "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59";
const changing = Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>).filter(
  ([, { method }]) => method !== "GET",
);

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ env: { PUBLIC_URL: OUR_ORIGIN }, overrides: { hasher: cheapHasher } });
});
afterAll(() => product.close());

const pathOf = ({ path }: EndpointDefinition): string => path.replace(/\{\w+\}/g, SAMPLE_ID);

async function callerOf({ access }: EndpointDefinition): Promise<Pick<TestRequest, "as" | "bearer">> {
  if (isStaffAccess(access)) return { bearer: await product.staffToken("admin") };
  return { as: await product.signIn(await product.makeUser()) };
}

type Caller = Awaited<ReturnType<typeof callerOf>>;

async function ask(endpoint: EndpointDefinition, caller: Caller, headers: Record<string, string>) {
  const reply = await product.send(endpoint.method, pathOf(endpoint), {
    ...caller,
    headers: { host: "localhost:3000", ...headers },
  });
  return reply.statusCode === 200 ? "200" : `${reply.statusCode} ${reply.json().code}`;
}

let digest: (() => Promise<string>) | undefined;

describe.each(changing)("%s", (_name, endpoint) => {
  it("[A7.1] [B7.1] is refused to another site's page that carries our cookie, and changes nothing", async () => {
    digest ??= await createTableDigest(product);
    const foreign = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:3001" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    const session = await product.signIn(await product.makeUser({ role: "admin" }));
    const before = await digest();
    for (const headers of foreign) {
      const reply = await product.send(endpoint.method, pathOf(endpoint), {
        as: session,
        headers: { host: "localhost:3000", ...(headers as Record<string, string>) },
      });
      expect([headers, reply.statusCode, reply.json().code]).toEqual([headers, 403, "foreign_origin"]);
    }
    expect(await digest()).toBe(before);
  });

  it("[A7.1] [B7.1] is open to our own page and to programs", async () => {
    const caller = await callerOf(endpoint);
    for (const headers of [{}, { origin: OUR_ORIGIN }, { "sec-fetch-site": "same-origin" }])
      expect(await ask(endpoint, caller, headers as Record<string, string>)).not.toContain("foreign_origin");
  });
});

it("a read is open to every origin, because it changes nothing and its reply is not shared", async () => {
  const session = await product.signIn(await product.makeUser());
  const reply = await product.send("GET", "/auth/profile", {
    as: session,
    headers: { origin: "https://evil.example" },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  expect(reply.headers["cross-origin-resource-policy"]).toBe("same-origin");
});

it("the server grants no CORS preflight of another site's script", async () => {
  const headers = { origin: "https://evil.example", "access-control-request-method": "PUT" };
  const reply = await product.send("OPTIONS", "/auth/password", { headers });
  expect(reply.statusCode).toBe(404);
  expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});
