import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { EndpointDefinition } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { commonProblems, problemStatus } from "./problem.ts";

const all = Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>);

const OPEN_TO_UNKNOWN_FIELDS: Readonly<Record<string, string>> = {
  "finishGoogle query": "the provider's redirect may carry additional parameters",
  "verifyPayment body": "the payment provider's answer is passed on unchanged",
  "verifyGuestPayment body": "the payment provider's answer is passed on unchanged",
  "receivePaymentEvent body": "the payment provider's events grow fields",
  "receiveZerodhaPostback body": "the broker's order records grow fields",
};

const isStrict = (schema: z.ZodObject): boolean => schema.def.catchall instanceof z.ZodNever;

describe.each(all)("%s", (name, endpoint) => {
  it("states in a sentence what it does, and who may call it", () => {
    expect(endpoint.summary).toMatch(/^[A-Z].{7,}[^.]$/);
    expect(["public", "user", "blog_admin", "support", "admin", "sandbox"]).toContain(endpoint.access);
  });

  it("declares exactly the parameters of its path", () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(endpoint.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted());
    expect(endpoint.path).toMatch(/^(\/([a-z0-9.-]+|\{[a-zA-Z]+\}))+$/);
  });

  it("names an owner only among its parameters, and only where sign-in is required", () => {
    if (endpoint.owner === undefined) return;
    expect(Object.keys(endpoint.params?.shape ?? {})).toContain(endpoint.owner);
    expect(["public", "sandbox"]).not.toContain(endpoint.access);
  });

  it("rejects unknown fields", () => {
    for (const part of ["params", "query", "body"] as const) {
      const schema = endpoint[part];
      const isExpected = schema === undefined || isStrict(schema) || `${name} ${part}` in OPEN_TO_UNKNOWN_FIELDS;
      expect(isExpected, `${part} lets unknown fields through: make it z.strictObject, or say here why not`).toBe(true);
    }
  });

  it("changes nothing for support, which only reads", () => {
    if (endpoint.access === "support") expect(endpoint.method).toBe("GET");
  });

  it("takes a body only where a method carries one", () => {
    if (endpoint.method === "GET") expect(endpoint.body).toBeUndefined();
  });

  it("lists only known problems, each once", () => {
    expect(endpoint.problems.filter((code) => !(code in problemStatus))).toEqual([]);
    expect(new Set(endpoint.problems).size).toBe(endpoint.problems.length);
    expect(endpoint.problems.filter((code) => (commonProblems as readonly string[]).includes(code))).toEqual([]);
  });

  it("bounds the length of every text field", () => {
    const parts = [endpoint.query, endpoint.body].filter((schema) => schema !== undefined);
    const unbounded = parts.flatMap((schema) =>
      textsIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json),
    );
    expect(unbounded).toEqual([]);
  });
});

interface Json {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** Fields whose rule is code that a schema cannot express. */
const BOUNDED_BY_CODE = new Set(["dob"]);

function textsIn(schema: Json, name = ""): readonly string[] {
  const deeper = [
    ...Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => textsIn(inner, field)),
    ...(schema.items ? textsIn(schema.items, name) : []),
    ...(schema.anyOf ?? []).flatMap((inner) => textsIn(inner, name)),
  ];
  const isFree =
    schema.type === "string" && schema.enum === undefined && schema.const === undefined && schema.format === undefined;
  const isBounded =
    schema.maxLength !== undefined || /\{\d+(,\d+)?\}\$$/.test(schema.pattern ?? "") || BOUNDED_BY_CODE.has(name);
  return isFree && !isBounded ? [...deeper, name] : deeper;
}

describe("the whole contract", () => {
  it("gives each method and path to one endpoint", () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`);
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([]);
  });

  it("uses refusal statuses as HTTP defines them", () => {
    for (const [code, status] of Object.entries(problemStatus))
      expect([code, status >= 400 && status < 600]).toEqual([code, true]);
    expect(commonProblems.filter((code) => !(code in problemStatus))).toEqual([]);
  });
});
