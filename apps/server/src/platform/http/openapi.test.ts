import { endpoints } from "@vriddhi/contract/endpoints";
import { problemStatus } from "@vriddhi/contract/problem";
import { describe, expect, it } from "vitest";
import { toOpenApi } from "./openapi.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: unknown }[];
  readonly requestBody?: { content: Record<string, { schema: { type: string; additionalProperties?: unknown } }> };
  readonly responses: Record<string, { description: string; content: Record<string, unknown> }>;
}
interface Document {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, { properties: Record<string, { enum: string[] }> }> };
}

const document = toOpenApi(endpoints) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe("the OpenAPI document", () => {
  it("is plain JSON of version 3", () => {
    expect(document.openapi).toMatch(/^3\.0\.\d$/);
    expect(document.info.title).not.toBe("");
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("contains every endpoint of the contract once, and no other", () => {
    const documented = operations.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`);
    const wanted = Object.entries(endpoints).map(
      ([name, { method, path }]) => `${name}: ${method.toLowerCase()} ${path}`,
    );
    expect(documented.toSorted()).toEqual(wanted.toSorted());
  });

  it("declares each parameter of a path exactly once, as required", () => {
    for (const { path, parameters, operationId } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = parameters.filter((parameter) => parameter.in === "path");
      expect([operationId, declared.map(({ name }) => name).toSorted()]).toEqual([operationId, inPath.toSorted()]);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it("allows no unknown fields in a body, except from the payment provider and a broker", () => {
    const isOurs = ({ operationId }: { operationId: string }) =>
      !["verifyPayment", "verifyGuestPayment", "receivePaymentEvent", "receiveZerodhaPostback"].includes(operationId);
    for (const { requestBody, operationId } of operations.filter(isOurs)) {
      const schema = requestBody?.content["application/json"]?.schema;
      if (schema)
        expect([operationId, schema.type, schema.additionalProperties]).toEqual([operationId, "object", false]);
    }
  });

  it("refers only to schemas that it contains", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      (m) => m[1],
    );
    expect(references.length).toBeGreaterThan(0);
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
  });

  it("lists every refusal of an endpoint under its status", () => {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const operation = operations.find(({ operationId }) => operationId === name);
      for (const code of endpoint.problems)
        expect(operation?.responses[problemStatus[code]]?.description).toContain(code);
      expect(operation?.responses["200"]).toBeDefined();
    }
    expect(document.components.schemas["Problem"]?.properties["code"]?.enum).toEqual(Object.keys(problemStatus));
  });
});
