import { endpoint } from "@vriddhi/contract/endpoint";
import { ok } from "@vriddhi/core/shared/result";
import { expect, it } from "vitest";
import { z } from "zod";
import { createBareApp } from "../../testing/http-app.ts";
import { currentUse } from "../db/async-context.ts";
import type { Caller } from "./handler.ts";

const reply = z.strictObject({ use: z.string() });
const of = <Method extends "GET" | "POST", Access extends "public" | "admin" | "support">(
  method: Method,
  access: Access,
) => endpoint({ method, path: `/${access}/use`, summary: "What connections it takes", access, reply, problems: [] });

it("read-only connections serve the reads of the back office and no other call", async () => {
  const bare = createBareApp({ staff: { find: async () => ({ caller: {} as Caller, opens: () => true }) } });
  const answer = async () => ok({ use: currentUse() });
  bare.mount(of("GET", "public"), answer);
  bare.mount(of("GET", "admin"), answer);
  bare.mount(of("POST", "admin"), answer);
  bare.mount(of("GET", "support"), answer);
  const authorization = `Bearer ${"x".repeat(43)}`;
  const useOf = async (method: "GET" | "POST", url: string) =>
    (await bare.app.inject({ method, url, headers: { authorization } })).json().use;
  expect(await useOf("GET", "/admin/use")).toBe("desk");
  expect(await useOf("GET", "/support/use")).toBe("desk");
  expect(await useOf("POST", "/admin/use")).toBe("api");
  expect(await useOf("GET", "/public/use")).toBe("api");
});
