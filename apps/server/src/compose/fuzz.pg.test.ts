import { endpoints } from "@vriddhi/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fuzz, stumble, type Target } from "../testing/fuzz/fuzz.ts";
import { type Operation, operationsOf } from "../testing/fuzz/operations.ts";
import { cheapHasher, startTestProduct, type TestProduct, type TestRequest } from "../testing/product.ts";
import { createTableDigest } from "../testing/table-digest.ts";

const GENEROUS = { burst: 1_000_000, perMs: 1_000 };
let product: TestProduct;
let operations: ReadonlyMap<string, Operation>;
let digest: Target["digest"];

beforeAll(async () => {
  product = await startTestProduct({ overrides: { generalLimit: GENEROUS, hasher: cheapHasher } });
  digest = await createTableDigest(product);
  const document = (await product.send("GET", "/docs/openapi.json")).json();
  operations = new Map(operationsOf(document).map((operation) => [operation.name, operation]));
});
afterAll(() => product.close());

/** A caller with access, so that not every request ends at the access check. */
async function callerOf({ access }: Operation): Promise<Pick<TestRequest, "as" | "bearer">> {
  if (access === "admin" || access === "support" || access === "blog_admin")
    return { bearer: await product.staffToken(access) };
  return { as: await product.signIn(await product.makeUser()) };
}

async function senderTo(operation: Operation): Promise<Target["send"]> {
  const caller = await callerOf(operation);
  return async ({ method, url, headers, payload }) => {
    const reply = await product.send(method, url, { ...caller, headers, body: payload });
    return { status: reply.statusCode, body: reply.body };
  };
}

function operationOf(name: string): Operation {
  const operation = operations.get(name);
  if (!operation) throw new Error(`${name} is not in the OpenAPI document`);
  return operation;
}

const names = Object.keys(endpoints);

it("the fuzz test covers every endpoint of the contract", () => {
  expect([...operations.keys()].toSorted()).toEqual(names.toSorted());
});

describe("a request with an invalid part", () => {
  it.for(names)("is refused with a message and changes nothing: %s", async (name) => {
    const operation = operationOf(name);
    const send = await senderTo(operation);
    expect(await fuzz(operation, { send, digest })).toBeNull();
  });
});

describe("a valid but unusual request", () => {
  it.for(names)("never causes a server error: %s", async (name) => {
    const operation = operationOf(name);
    expect(await stumble(operation, await senderTo(operation))).toEqual([]);
  });
});
