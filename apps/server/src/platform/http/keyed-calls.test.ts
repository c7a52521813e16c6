import fs from "node:fs";
import path from "node:path";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { endpoints } from "@vriddhi/contract/endpoints";
import { expect, it } from "vitest";

const PAGE = path.resolve(import.meta.dirname, "../../../../../docs/concepts/recovery.md");

function listed(): readonly string[] {
  const [, section = ""] = fs.readFileSync(PAGE, "utf8").split("## Keyed calls\n");
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| `([A-Z]+ \S+)` \| \S/gm)].map(([, call = ""]) => call);
}

it("every keyed call names the database constraint that prevents a second effect", () => {
  const keyed = Object.values(endpoints as Readonly<Record<string, EndpointDefinition>>)
    .filter(({ idempotent }) => idempotent === true)
    .map(({ method, path: address }) => `${method} ${address}`);
  expect(keyed.length).toBeGreaterThan(0);
  expect(listed().toSorted()).toEqual(keyed.toSorted());
});
