import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { type EndpointName, endpoints } from "@vriddhi/contract/endpoints";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DESK_READER_ROLE } from "../platform/db/database.ts";
import { deskUseOf, productReads } from "../platform/http/back-office-reads.ts";
import { fillPath } from "../testing/fuzz/operations.ts";
import { cheapHasher, startTestProduct, type TestProduct, type TestUser } from "../testing/product.ts";
import { resourceMakers } from "../testing/resource-makers.ts";

const definitionOf = (name: EndpointName): EndpointDefinition => endpoints[name];

const reads = (Object.keys(endpoints) as EndpointName[]).filter((name) => deskUseOf(definitionOf(name)) !== null);

const QUERIES: Readonly<Partial<Record<EndpointName, string>>> = { readBrokerStatus: "?broker=fyers" };

let product: TestProduct;
let owner: pg.Client;
let bearer: string;
let person: TestUser;
const addresses = new Map<EndpointName, string>();

async function addressOf(name: EndpointName): Promise<string> {
  const { path, params } = definitionOf(name);
  const made = params === undefined ? undefined : await resourceMakers[name]?.make(product, person);
  return `${fillPath(path, made?.params ?? {})}${QUERIES[name] ?? ""}`;
}

/** A file that is cut off counts as a refusal. */
const statusOf = (name: EndpointName): Promise<number> =>
  product.send("GET", addresses.get(name) ?? "", { bearer }).then(
    ({ statusCode }) => statusCode,
    () => 500,
  );

async function answers(names: readonly EndpointName[]): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = await statusOf(name);
  return found;
}

const allAs = (names: readonly EndpointName[], status: number) =>
  Object.fromEntries(names.map((name) => [name, status] as const));

beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasher: cheapHasher } });
  owner = new pg.Client({ connectionString: product.databaseUrl });
  await owner.connect();
  bearer = await product.staffToken("admin");
  person = await product.makeUser();
  for (const name of reads) addresses.set(name, await addressOf(name));
});
afterAll(async () => {
  await owner.end();
  await product.close();
});

it("the back office's database role serves every back-office read", async () => {
  expect(reads.length).toBeGreaterThan(25);
  expect(await answers(reads)).toEqual(allAs(reads, 200));
});

it("the product's database role keeps only the reads that the back office's role must not serve", async () => {
  const paths = reads.map((name) => definitionOf(name).path);
  for (const [path, { needs }] of Object.entries(productReads)) {
    expect(paths).toContain(path);
    const { rows } = await owner.query<{ may: boolean }>("SELECT has_column_privilege($1, $2, $3, 'SELECT') AS may", [
      DESK_READER_ROLE,
      needs.table,
      needs.column,
    ]);
    expect(rows, path).toEqual([{ may: false }]);
  }
});

it("every other back-office read fails when the back office's database role loses its rights", async () => {
  await owner.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${DESK_READER_ROLE}`);
  const others = reads.filter((name) => !(definitionOf(name).path in productReads));
  expect(await answers(others)).toEqual(allAs(others, 500));
});
