import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { commonProblems, type ProblemCode, problemStatus } from "@vriddhi/contract/problem";
import { brand } from "@vriddhi/core/site/brand";
import { z } from "zod";

type Json = { readonly [key: string]: unknown };

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json =>
  z.toJSONSchema(schema, { target: "openapi-3.0", io, unrepresentable: "any" }) as Json;

const parametersOf = (schema: z.ZodObject | undefined, where: "path" | "query"): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: type,
  }));
};

const keyProblems = ["key_reused", "still_running"] as const satisfies readonly ProblemCode[];

const keyParameter: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same request is the same answer for a day.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

function refusalsOf(endpoint: EndpointDefinition): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  const ofKey = endpoint.idempotent === true ? keyProblems : [];
  for (const code of new Set([...endpoint.problems, ...ofKey, ...commonProblems])) {
    const status = problemStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

function contentOf({ file, stream, reply }: EndpointDefinition): Json {
  if (stream !== undefined) return { [stream]: { schema: { type: "string" } } };
  if (file !== undefined) return { [file]: { schema: { type: "string", format: "binary" } } };
  return { "application/json": { schema: schemaOf(reply, "output") } };
}

function requestBodyOf({ body, upload, bodyMaxBytes }: EndpointDefinition): Json {
  if (upload !== undefined) {
    const file = { schema: { type: "string", format: "binary" } };
    const content = Object.fromEntries(upload.types.map((type) => [type, file]));
    return { requestBody: { required: true, "x-max-bytes": upload.maxBytes, content } };
  }
  if (body === undefined) return {};
  const content = { "application/json": { schema: schemaOf(body, "input") } };
  const limit = bodyMaxBytes === undefined ? {} : { "x-max-bytes": bodyMaxBytes };
  return { requestBody: { required: true, ...limit, content } };
}

export function toOpenApi(endpoints: Readonly<Record<string, EndpointDefinition>>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const entry = paths[endpoint.path] ?? {};
    paths[endpoint.path] = entry;
    entry[endpoint.method.toLowerCase()] = {
      operationId,
      summary: endpoint.summary,
      "x-access": endpoint.access,
      security: endpoint.access === "public" || endpoint.access === "sandbox" ? [] : [{ session: [] }],
      parameters: [
        ...parametersOf(endpoint.params, "path"),
        ...parametersOf(endpoint.query, "query"),
        ...(endpoint.idempotent === true ? [keyParameter] : []),
      ],
      ...requestBodyOf(endpoint),
      responses: {
        200: { description: "OK", content: contentOf(endpoint) },
        ...refusalsOf(endpoint),
      },
    };
  }
  return {
    openapi: "3.0.3",
    info: { title: `${brand.name} API`, version: "1" },
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "session" } },
      schemas: {
        Problem: {
          type: "object",
          required: ["detail", "code"],
          properties: { detail: { type: "string" }, code: { type: "string", enum: Object.keys(problemStatus) } },
        },
      },
    },
  };
}
