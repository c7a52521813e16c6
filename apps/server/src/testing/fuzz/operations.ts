import fc from "fast-check";

/** The part of JSON Schema that OpenAPI documents use. */
export interface JsonSchema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly access: string;
  readonly params: Readonly<Record<string, JsonSchema>>;
  /** `null`: the endpoint reads no query. */
  readonly query: {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  } | null;
  readonly body: JsonSchema | null;
  /** For a body larger than usual; `null`: the common limit. */
  readonly bodyMaxBytes: number | null;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface OpenApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly "x-access"?: string;
            readonly parameters?: readonly Parameter[];
            readonly requestBody?: {
              readonly "x-max-bytes"?: number;
              readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
            };
          }
        >
      >
    >
  >;
}

export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, parameters = [], requestBody, "x-access": access = "public" }]) => {
        const at = (where: "path" | "query") => parameters.filter((parameter) => parameter.in === where);
        const byName = (list: readonly Parameter[]) =>
          Object.fromEntries(list.map(({ name, schema }) => [name, schema]));
        const query = at("query");
        return {
          name: operationId,
          method: method.toUpperCase() as Operation["method"],
          path,
          access,
          params: byName(at("path")),
          query:
            query.length === 0
              ? null
              : {
                  properties: byName(query),
                  required: query.filter(({ required }) => required).map(({ name }) => name),
                },
          body: requestBody?.content["application/json"]?.schema ?? null,
          bodyMaxBytes: requestBody?.["x-max-bytes"] ?? null,
        };
      },
    ),
  );
}

/** Fields whose rules are code and not in the schema. */
const meant: Readonly<Record<string, unknown>> = {
  email: "user@example.com",
  name: "Meera Nair",
  dob: "1990-05-01",
  password: "right-password",
  current_password: "right-password",
};

function sampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name);
  if (name in meant && schema.type === "string") return meant[name];
  switch (schema.type) {
    case "string":
      return sampleText(schema);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return sampleObject(schema);
    default:
      return "anything";
  }
}

export const sampleObject = (schema: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(
    (schema.required ?? []).map((field) => [field, sampleOf(schema.properties?.[field] ?? {}, field)]),
  );

const formats: Readonly<Record<string, string>> = {
  uuid: "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59",
  "date-time": "2026-11-20T09:15:00+05:30",
  date: "2026-11-20",
  uri: "https://vriddhi.example/page",
  email: "user@example.com",
};

function sampleText(schema: JsonSchema): string {
  const known = schema.format === undefined ? undefined : formats[schema.format];
  if (known !== undefined) return known;
  if (schema.pattern !== undefined) {
    const [match = ""] = fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { numRuns: 1, seed: 7 });
    return match;
  }
  return "x".repeat(Math.max(schema.minLength ?? 0, 8));
}

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => params[name] ?? "");
}

export const sampleParams = (operation: Operation): Record<string, string> =>
  Object.fromEntries(Object.entries(operation.params).map(([name, schema]) => [name, String(sampleOf(schema, name))]));
