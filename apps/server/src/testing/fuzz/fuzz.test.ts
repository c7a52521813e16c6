import { endpoint } from "@vriddhi/contract/endpoint";
import { ok } from "@vriddhi/core/shared/result";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { toOpenApi } from "../../platform/http/openapi.ts";
import { createBareApp } from "../http-app.ts";
import { fuzz, stumble, type Target } from "./fuzz.ts";
import { type OpenApiDocument, type Operation, operationsOf } from "./operations.ts";

const saveNote = endpoint({
  method: "PUT",
  path: "/notes/{noteId}",
  summary: "Save a note",
  access: "public",
  params: z.strictObject({ noteId: z.uuid() }),
  query: z.strictObject({ mode: z.enum(["draft", "final"]).optional() }),
  body: z.strictObject({ title: z.string().max(20), stars: z.int().min(1).max(5), day: z.string().optional() }),
  reply: z.strictObject({ saved: z.boolean() }),
  problems: [],
});

function plant(install: (app: FastifyInstance, kept: unknown[]) => void): { operation: Operation; target: Target } {
  const { app } = createBareApp({ limit: { burst: 1e9, perMs: 1 } });
  const kept: unknown[] = [];
  install(app, kept);
  const [operation] = operationsOf(toOpenApi({ saveNote }) as unknown as OpenApiDocument);
  if (!operation) throw new Error("the document is empty");
  const target: Target = {
    async send({ method, url, headers, payload }) {
      const reply = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
      return { status: reply.statusCode, body: reply.body };
    },
    digest: async () => JSON.stringify(kept),
  };
  return { operation, target };
}

const route = (handle: (body: unknown, kept: unknown[]) => { status: number; body: unknown }) =>
  plant((app, kept) => {
    app.put("/notes/:noteId", (request, reply) => {
      const { status, body } = handle(request.body, kept);
      return reply.code(status).send(body);
    });
  });

const refusal = { status: 400, body: { detail: "No.", code: "invalid_input" } };

beforeAll(() => void vi.stubEnv("FUZZ_RUNS", "12"));
afterAll(() => void vi.unstubAllEnvs());

describe("the fuzz test", () => {
  it("reports no fault of a correct endpoint", async () => {
    const bare = createBareApp({ limit: { burst: 1e9, perMs: 1 } });
    bare.mount(saveNote, async () => ok({ saved: true }));
    const { operation, target } = plant(() => {});
    const send: Target["send"] = async ({ method, url, headers, payload }) => {
      const reply = await bare.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
      return { status: reply.statusCode, body: reply.body };
    };
    expect(await fuzz(operation, { ...target, send })).toBeNull();
    expect(await stumble(operation, send, Number.POSITIVE_INFINITY)).toEqual([]);
  });

  it("reports an endpoint that writes although it refuses the request", async () => {
    const { operation, target } = route((body, kept) => {
      kept.push(body);
      return refusal;
    });
    expect(await fuzz(operation, target)).toMatch(/^saveNote changed something that is kept: PUT \/notes\//);
  });

  it("reports an endpoint that fails on an unexpected type", async () => {
    const { operation, target } = route((body) => {
      (body as { title: string }).title.trim();
      return refusal;
    });
    expect(await fuzz(operation, target)).toMatch(/^saveNote answered 500/);
  });

  it("reports an endpoint that accepts an invalid value", async () => {
    const { operation, target } = route(() => ({ status: 200, body: { saved: true } }));
    expect(await fuzz(operation, target)).toMatch(/^saveNote accepted with 200/);
  });

  it.each([
    ["no sentence", { code: "invalid_input" }, /no sentence/],
    ["no code", { detail: "No." }, /the code undefined/],
    ["an unknown code", { detail: "No.", code: "nonsense" }, /the code "nonsense"/],
    ["the code of another status", { detail: "No.", code: "not_found" }, /the code "not_found"/],
    ["plain text", "No.", /no JSON/],
  ])("reports a refusal with %s", async (_what, body, expected) => {
    const { operation, target } = route(() => ({ status: 400, body }));
    expect(await fuzz(operation, target)).toMatch(expected);
  });

  it("reports an endpoint that fails on a value that its schema accepts", async () => {
    const { operation, target } = route((body) => {
      if ((body as { day?: string }).day === "0000-01-01") throw new Error("no such year");
      return refusal;
    });
    expect(await stumble(operation, target.send, Number.POSITIVE_INFINITY)).toEqual([
      expect.stringMatching(/^saveNote answered 500 .*0000-01-01/),
    ]);
  });
});
