import { randomBytes } from "node:crypto";
import type { Role } from "@vriddhi/contract/account";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { type EndpointName, endpoints } from "@vriddhi/contract/endpoints";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toOpenApi } from "../platform/http/openapi.ts";
import {
  fillPath,
  type OpenApiDocument,
  operationsOf,
  sampleObject,
  sampleParams,
} from "../testing/fuzz/operations.ts";
import {
  cheapHasher,
  startTestProduct,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../testing/product.ts";
import { resourceMakers } from "../testing/resource-makers.ts";

const GENEROUS = { burst: 1_000_000, perMs: 1_000 };
const operations = new Map(
  operationsOf(toOpenApi(endpoints) as unknown as OpenApiDocument).map((operation) => [operation.name, operation]),
);
const names = Object.keys(endpoints) as EndpointName[];
const definitionOf = (name: EndpointName): EndpointDefinition => endpoints[name];

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ overrides: { generalLimit: GENEROUS, hasher: cheapHasher } });
});
afterAll(() => product.close());

interface Caller {
  readonly user: TestUser;
  readonly session: TestSession | null;
  /** null: nobody is signed in. */
  readonly role: Role | null;
}

async function signedIn(role: Role): Promise<Caller & { session: TestSession }> {
  const user = await product.makeUser({ role });
  return { user, session: await product.signIn(user), role };
}

/** Somebody whose session was fine once. */
async function formerly(end: (session: TestSession, user: TestUser) => Promise<unknown>): Promise<Caller> {
  const { user, session } = await signedIn("admin");
  await end(session, user);
  return { user, session, role: null };
}

const forgedToken = randomBytes(32).toString("base64url");

const callers: Readonly<Record<string, () => Promise<Caller>>> = {
  visitor: async () => ({ user: await product.makeUser(), session: null, role: null }),
  user: () => signedIn("user"),
  "other user": () => signedIn("user"),
  blog_admin: () => signedIn("blog_admin"),
  admin: () => signedIn("admin"),
  "expired session": () =>
    formerly((_session, { id }) =>
      product.query("UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]),
    ),
  "idle session": () =>
    formerly((_session, { id }) =>
      product.query("UPDATE sessions SET last_seen_at = now() - interval '20 days' WHERE user_id = $1", [id]),
    ),
  "ended session": () => formerly((session) => product.send("POST", "/auth/logout", { as: session })),
  "forged token": async () => ({
    user: await product.makeUser({ role: "admin" }),
    session: { token: forgedToken, cookie: `session=${forgedToken}` },
    role: null,
  }),
};

/** Who gets in follows from `access` alone. */
function expectedCode({ access }: EndpointDefinition, role: Role | null): "not_signed_in" | "forbidden" | null {
  if (access === "public" || access === "sandbox") return null;
  if (role === null) return "not_signed_in";
  return access === "user" || access === role ? null : "forbidden";
}

const idParameters = ({ params, owner }: EndpointDefinition): string[] =>
  Object.keys(params?.shape ?? {}).filter((name) => /id$|^tag$/i.test(name) && name !== owner);

interface Meant {
  readonly params: Readonly<Record<string, string>>;
  stillExists(): Promise<boolean>;
}

/** What the path names when it names something of `owner`. */
async function belongingTo(name: EndpointName, owner: TestUser): Promise<Meant> {
  const endpoint = definitionOf(name);
  const operation = operations.get(name);
  if (!operation) throw new Error(`${name} is not in the OpenAPI document`);
  const params = { ...sampleParams(operation), ...(endpoint.owner ? { [endpoint.owner]: owner.id } : {}) };
  if (idParameters(endpoint).length === 0) return { params, stillExists: async () => true };
  const made = await makerOf(name).make(product, owner);
  return { params: { ...params, ...made.params }, stillExists: made.stillExists };
}

function makerOf(name: EndpointName) {
  const maker = resourceMakers[name];
  if (maker) return maker;
  const ids = idParameters(definitionOf(name)).join(", ");
  throw new Error(`${name} names something by ${ids}: say in testing/resource-makers.ts how to make one`);
}

/** Sends what the schema calls right, so that only the caller decides. */
function call(
  name: EndpointName,
  params: Meant["params"],
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const { method, path } = definitionOf(name);
  const body = operations.get(name)?.body;
  return product.send(method, fillPath(path, params), { headers, ...(body ? { body: sampleObject(body) } : {}) });
}

const asCookie = ({ session }: Caller): Record<string, string> => (session ? { cookie: session.cookie } : {});
const asBearer = ({ session }: Caller): Record<string, string> =>
  session ? { authorization: `Bearer ${session.token}` } : {};

const told = (reply: LightMyRequestResponse): string =>
  `${reply.statusCode} ${reply.statusCode === 200 ? "" : reply.json().code}`;

/** How the answer must begin; null where the caller gets in, and the endpoint's own refusals may follow. */
function expected(name: EndpointName, role: Role | null, isForeign: boolean): string | null {
  switch (expectedCode(definitionOf(name), role)) {
    case "not_signed_in":
      return "401 not_signed_in";
    case "forbidden":
      return "403 forbidden";
    default:
      return isForeign && isPrivate(name) ? "404 not_found" : null;
  }
}

const isPrivate = (name: EndpointName): boolean =>
  definitionOf(name).owner !== undefined || resourceMakers[name]?.isPrivate === true;

/** What nobody who may call is ever told. */
const NOT_FOR_INSIDERS = /^(401 not_signed_in|403 forbidden|403 wrong_user|500 internal|503 busy)$/;

/** What is wrong with how the endpoint treated this caller and this thing; null when it is right. */
async function misjudged(name: EndpointName, caller: Caller, headers: Record<string, string>, isForeign: boolean) {
  const meant = await belongingTo(name, isForeign ? await product.makeUser() : caller.user);
  const got = told(await call(name, meant.params, headers));
  const wanted = expected(name, caller.role, isForeign);
  if (wanted === null) {
    const isWrong = NOT_FOR_INSIDERS.test(got) || (isPrivate(name) && got.startsWith("404"));
    return isWrong ? `was let in and got ${got}` : null;
  }
  if (got !== wanted) return `wanted ${wanted}, got ${got}`;
  return (await meant.stillExists()) ? null : "what was named is gone";
}

interface Case {
  readonly told: string;
  make(): Promise<Caller>;
  headersOf(caller: Caller): Record<string, string>;
  readonly isForeign: boolean;
}

/** Everybody, with what is theirs and what is not, by cookie and (where it matters who calls) by bearer token. */
function casesOf(endpoint: EndpointDefinition): readonly Case[] {
  const hasIds = endpoint.owner !== undefined || idParameters(endpoint).length > 0;
  const isOpen = endpoint.access === "public" || endpoint.access === "sandbox";
  const ways = isOpen ? [asCookie] : [asCookie, asBearer];
  return Object.entries(callers).flatMap(([who, make]) =>
    (hasIds ? [false, true] : [false]).flatMap((isForeign) =>
      ways.map((headersOf) => ({
        told: `${who} ${headersOf === asCookie ? "by cookie" : "by bearer token"}, ${isForeign ? "foreign" : "own"} things`,
        make,
        headersOf,
        isForeign,
      })),
    ),
  );
}

describe("who may call what", () => {
  it.for(names)("is what the contract says, for everybody and everybody's things: %s", async (name) => {
    const faults: string[] = [];
    for (const { told, make, headersOf, isForeign } of casesOf(definitionOf(name))) {
      const caller = await make();
      const fault = await misjudged(name, caller, headersOf(caller), isForeign);
      if (fault !== null) faults.push(`${told}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it.for(names)("[A6.5] is nothing for a request that names another user than its session: %s", async (name) => {
    const { access } = definitionOf(name);
    const caller = await signedIn(access === "admin" || access === "blog_admin" ? access : "user");
    const stranger = await product.makeUser();
    const { params, stillExists } = await belongingTo(name, caller.user);
    for (const claimed of [stranger.id, "", "admin", caller.user.id.toUpperCase()]) {
      const reply = await call(name, params, { ...asCookie(caller), "x-user-id": claimed });
      expect([claimed, told(reply)]).toEqual([claimed, "403 wrong_user"]);
    }
    expect(await stillExists()).toBe(true);
  });

  it("[A6.5] [B6.4] is not changed by naming oneself", async () => {
    const caller = await signedIn("user");
    const named = await product.send("GET", "/auth/profile", {
      as: caller.session,
      headers: { "x-user-id": caller.user.id },
    });
    expect(named.json()).toMatchObject({ id: caller.user.id });
  });
});

describe("a cookie and a bearer token together", () => {
  const profile = (cookie: string, token: string) =>
    product.send("GET", "/auth/profile", { headers: { cookie, authorization: `Bearer ${token}` } });

  it("[A6.5] mean the cookie's session, whatever the token is worth", async () => {
    const [one, other] = [await signedIn("user"), await signedIn("user")];
    expect((await profile(one.session.cookie, other.session.token)).json()).toMatchObject({ id: one.user.id });
    expect((await profile(one.session.cookie, forgedToken)).json()).toMatchObject({ id: one.user.id });
  });

  it("[A6.5] mean nobody when the cookie is worth nothing", async () => {
    const { session } = await signedIn("user");
    expect((await profile(`session=${forgedToken}`, session.token)).statusCode).toBe(401);
  });
});
