import fc from "fast-check";
import { anyValue, type Fault, hostileTexts, strangeValues, unknownName, wrongValues } from "./hostile-values.ts";
import { fillPath, type JsonSchema, type Operation, sampleObject, sampleParams } from "./operations.ts";

export interface HostileRequest {
  readonly fault: string;
  readonly method: Operation["method"];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const JSON_TYPE = { "content-type": "application/json" };
const OTHER_TYPES = [
  "text/plain",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "*/*",
];
const BODY_MAX_BYTES = 64 * 1024;

type Draft = Omit<HostileRequest, "method" | "url">;

function roughBody(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const right = sampleObject(schema);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      [name, fc.option(fc.constantFrom(right[name], ...strangeValues(field)), { nil: undefined, freq: 6 })] as const,
  );
  return fc.record(Object.fromEntries(fields));
}

const asJson = (fault: string, value: unknown): Draft => ({
  fault,
  headers: JSON_TYPE,
  payload: JSON.stringify(value),
});

function wrongField(schema: JsonSchema): fc.Arbitrary<Draft>[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    wrongValues(field).map((wrong): [string, Fault] => [name, wrong]),
  );
  if (fields.length === 0) return [];
  return [
    fc
      .tuple(roughBody(schema), fc.constantFrom(...fields))
      .map(([body, [name, { fault, value }]]) => asJson(`${name}: ${fault}`, { ...body, [name]: value })),
  ];
}

function missingField(schema: JsonSchema): fc.Arbitrary<Draft>[] {
  const required = schema.required ?? [];
  if (required.length === 0) return [];
  return [
    fc
      .tuple(roughBody(schema), fc.constantFrom(...required))
      .map(([body, name]) => asJson(`${name} is missing`, { ...body, [name]: undefined })),
  ];
}

function unknownField(schema: JsonSchema): fc.Arbitrary<Draft>[] {
  if (schema.additionalProperties !== false) return [];
  const right = sampleObject(schema);
  return [
    fc
      .tuple(unknownName(schema), anyValue)
      .map(([name, value]) => asJson("unknown field", { ...right, [name]: value })),
  ];
}

function wrongWhole(schema: JsonSchema | null, maxBytes: number): fc.Arbitrary<Draft> {
  const text = JSON.stringify(schema ? sampleObject(schema) : { unexpected: true });
  const wholes: Draft[] = [
    ...[[1], "text", 7, true].map((value) => asJson("not an object", value)),
    ...["__proto__", "constructor"].map((name) => ({
      fault: "reaches for a prototype",
      headers: JSON_TYPE,
      payload: `${text.slice(0, -1)}${text === "{}" ? "" : ","}"${name}":{"prototype":{"is_admin":true},"is_admin":true}}`,
    })),
    ...[text.slice(0, -1), `${text}}`, `${text},`, "{'a':1}", '{"a":NaN}', "\u0000", "<a/>", "[".repeat(30_000)].map(
      (payload) => ({
        fault: "broken JSON",
        headers: JSON_TYPE,
        payload,
      }),
    ),
    ...OTHER_TYPES.map((type) => ({ fault: `sent as ${type}`, headers: { "content-type": type }, payload: text })),
    { fault: "sent without a type", headers: {}, payload: text },
    { fault: "too large", headers: JSON_TYPE, payload: text + " ".repeat(maxBytes) },
    { fault: "too large", headers: JSON_TYPE, payload: JSON.stringify({ a: "x".repeat(maxBytes) }) },
  ];
  return fc.constantFrom(...wholes);
}

const wrongBody = (schema: JsonSchema | null, maxBytes: number): fc.Arbitrary<Draft> =>
  schema === null
    ? fc.oneof(
        wrongWhole(null, maxBytes),
        anyValue.filter(isSomething).map((value) => asJson("a body where none is taken", { value })),
      )
    : fc.oneof(wrongWhole(schema, maxBytes), ...wrongField(schema), ...missingField(schema), ...unknownField(schema));

const isSomething = (value: unknown): boolean => value !== undefined;

function wrongPath(operation: Operation): fc.Arbitrary<{ fault: string; path: string }>[] {
  const right = sampleParams(operation);
  return Object.entries(operation.params).flatMap(([name, schema]) => {
    const texts = wrongValues(schema).filter(
      (wrong): wrong is Fault & { value: string } => typeof wrong.value === "string" && wrong.value !== "",
    );
    const raw = ["%", "%ff", "%c0%af", "%00", "%ud800", "..%2f..%2fetc", "x".repeat(3_000)].map((value) => ({
      fault: "undecodable",
      value,
    }));
    const encoded = texts.flatMap(({ fault, value }) =>
      value.isWellFormed() ? [{ fault, value: encodeURIComponent(value) }] : [],
    );
    return [
      fc.constantFrom(...raw, ...encoded).map(({ fault, value }) => ({
        fault: `path, ${name}: ${fault}`,
        path: fillPath(operation.path, { ...right, [name]: value }),
      })),
    ];
  });
}

function wrongQuery({ query }: Operation): fc.Arbitrary<{ fault: string; query: string }>[] {
  if (query === null) return [];
  const pairs = Object.entries(query.properties).flatMap(([name, schema]) => [
    { fault: `query, ${name} twice`, query: `${name}=a&${name}=b` },
    ...wrongValues(schema)
      .filter(({ value }) => typeof value === "string" && value.isWellFormed())
      .map(({ fault, value }) => ({
        fault: `query, ${name}: ${fault}`,
        query: `${name}=${encodeURIComponent(String(value))}`,
      })),
  ]);
  return pairs.length === 0 ? [] : [fc.constantFrom(...pairs)];
}

export function hostileRequestsTo(operation: Operation): fc.Arbitrary<HostileRequest> {
  const { method } = operation;
  const rightPath = fillPath(operation.path, sampleParams(operation));
  const rightBody =
    operation.body === null ? {} : { headers: JSON_TYPE, payload: JSON.stringify(sampleObject(operation.body)) };
  const sent = (draft: Partial<HostileRequest> & { fault: string }): HostileRequest => ({
    method,
    url: rightPath,
    headers: {},
    ...rightBody,
    ...draft,
  });
  const bodies =
    method === "GET" ? [] : [wrongBody(operation.body, operation.bodyMaxBytes ?? BODY_MAX_BYTES).map(sent)];
  const paths = wrongPath(operation).map((wrong) => wrong.map(({ fault, path }) => sent({ fault, url: path })));
  const queries = wrongQuery(operation).map((wrong) =>
    wrong.map(({ fault, query }) => sent({ fault, url: `${rightPath}?${query}` })),
  );
  // Without anything to invalidate, add an unknown field.
  const beside = fc
    .constantFrom(...hostileTexts.filter((text) => text !== ""))
    .map((text) => sent({ fault: "nothing of that name", url: `${rightPath}/${encodeURIComponent(text)}/x/y` }));
  const possible = [...bodies, ...paths, ...queries];
  return fc.oneof(...(possible.length === 0 ? [beside] : possible));
}

/** Requests that the schema accepts, each with one field that often breaks programs. */
export function strangeRequestsTo({ method, path, body, ...operation }: Operation): readonly HostileRequest[] {
  const url = fillPath(path, sampleParams({ method, path, body, ...operation }));
  const properties = body?.properties ?? {};
  const right = body === null ? {} : sampleObject(body);
  const plain = { fault: "nothing", method, url, headers: {} };
  const strange = Object.entries(properties).flatMap(([name, field]) =>
    strangeValues(field).map((value, at) => {
      // A new address each time, or its rate limit would answer instead of the endpoint.
      const address = "email" in properties ? { email: `${name}-${at}@example.com` } : {};
      const payload = JSON.stringify({ ...right, ...address, [name]: value });
      return { fault: `a strange ${name}`, method, url, headers: JSON_TYPE, payload };
    }),
  );
  return strange.length === 0 ? [plain] : strange;
}
