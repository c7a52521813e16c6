import { randomBytes } from "node:crypto";
import type { Role } from "@vriddhi/contract/account";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { type EndpointName, endpoints } from "@vriddhi/contract/endpoints";
import { opens, type StaffArea, type StaffRole } from "@vriddhi/core/back-office/admin-session";
import { isDeep, testSeed } from "@vriddhi/testing/deep";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toOpenApi } from "../platform/http/openapi.ts";
import { isStaffAccess } from "../platform/http/staff-token.ts";
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
  readonly role: Role | null;
  readonly staff?: { readonly token: string; readonly worth: { door: StaffArea; role: StaffRole } | null };
}

async function signedIn(role: Role): Promise<Caller & { session: TestSession }> {
  const user = await product.makeUser({ role });
  return { user, session: await product.signIn(user), role };
}

async function formerly(end: (session: TestSession, user: TestUser) => Promise<unknown>): Promise<Caller> {
  const { user, session } = await signedIn("admin");
  await end(session, user);
  return { user, session, role: null };
}

/** The number of sandbox resets so far. A reset deletes all users, so callers made before it are invalid. */
let era = 0;

/** Creates the value at most once between two resets. For callers that no endpoint changes. */
function oncePerEra<T>(make: () => Promise<T>): () => Promise<T> {
  let once: { readonly era: number; readonly made: Promise<T> } | null = null;
  return () => {
    if (once?.era !== era) once = { era, made: make() };
    return once.made;
  };
}

const behind = (door: StaffArea, role: StaffRole, end?: (token: string, user: TestUser) => Promise<unknown>) =>
  oncePerEra(async (): Promise<Caller> => {
    const user = await product.makeUser({ role });
    const token = await product.signInStaff(user, door);
    await end?.(token, user);
    return { user, session: null, role: null, staff: { token, worth: end === undefined ? { door, role } : null } };
  });

const adminAtDesk = behind("desk", "admin");

const staffCallers: Readonly<Record<string, () => Promise<Caller>>> = {
  "admin at the desk": adminAtDesk,
  "support at the desk": behind("desk", "support"),
  "the blog's admin": behind("blog", "blog_admin"),
  "admin at the blog's door": behind("blog", "admin"),
  "expired token of the desk": behind("desk", "admin", (_token, { id }) =>
    product.query("UPDATE admin_session SET expires_at = now() - interval '1 second' WHERE user_id = $1", [id]),
  ),
  "ended token of the desk": behind("desk", "admin", (bearer) => product.send("POST", "/api/logout", { bearer })),
  "token of another browser": behind("desk", "admin", (_token, { id }) =>
    product.query("UPDATE admin_session SET browser_hash = '\\x00'::bytea || sha256('x') WHERE user_id = $1", [id]),
  ),
  "token of a former admin": behind("desk", "admin", (_token, { id }) =>
    product.query("UPDATE users SET role = 'user' WHERE id = $1", [id]),
  ),
};

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

const lastingUser = oncePerEra(() => signedIn("user"));
const lastingStranger = oncePerEra(() => product.makeUser());

/** The expected refusal, from the contract's `access` alone; `null` when the caller has access. */
function expectedCode({ access }: EndpointDefinition, { role, staff }: Caller): "not_signed_in" | "forbidden" | null {
  if (access === "public" || access === "sandbox") return null;
  if (access === "user") return role === null ? "not_signed_in" : null;
  if (!staff?.worth) return "not_signed_in";
  return opens(access, staff.worth.door, staff.worth.role) ? null : "forbidden";
}

const idParameters = ({ params, owner }: EndpointDefinition): string[] =>
  Object.keys(params?.shape ?? {}).filter((name) => /id$|^tag$/i.test(name) && name !== owner);

interface Meant {
  readonly params: Readonly<Record<string, string>>;
  stillExists(): Promise<boolean>;
}

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
function asBearer({ session, staff }: Caller): Record<string, string> {
  const token = staff?.token ?? session?.token;
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

const summary = (reply: LightMyRequestResponse): string =>
  `${reply.statusCode} ${reply.statusCode === 200 ? "" : reply.json().code}`;

/** The expected status and code; `null` when the caller has access, because the endpoint may have refusals of its own. */
function expected(name: EndpointName, caller: Caller, isForeign: boolean): string | null {
  switch (expectedCode(definitionOf(name), caller)) {
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

/** Replies that an authorised caller never gets. */
const NOT_FOR_INSIDERS = /^(401 not_signed_in|403 forbidden|403 wrong_user|500 internal|503 busy)$/;

/** Other users' resources by endpoint. The test checks after each refused call that they still exist unchanged. */
const untouched = new Map<EndpointName, { readonly era: number; readonly meant: Promise<Meant> }>();

function strangersThing(name: EndpointName): Promise<Meant> {
  const known = untouched.get(name);
  if (known?.era === era) return known.meant;
  const meant = product.makeUser().then((stranger) => belongingTo(name, stranger));
  untouched.set(name, { era, meant });
  return meant;
}

async function meantBy(name: EndpointName, caller: Caller, isForeign: boolean): Promise<Meant> {
  if (!isForeign) return belongingTo(name, caller.user);
  const isRefused = expected(name, caller, isForeign) !== null;
  return isRefused ? strangersThing(name) : belongingTo(name, await product.makeUser());
}

async function misjudged(name: EndpointName, caller: Caller, headers: Record<string, string>, isForeign: boolean) {
  const meant = await meantBy(name, caller, isForeign);
  const got = summary(await call(name, meant.params, headers));
  const wanted = expected(name, caller, isForeign);
  if (wanted === null) {
    // An accepted write may also change the kept resource, because some makers return an existing one.
    if (definitionOf(name).method !== "GET") untouched.delete(name);
    const isWrong = NOT_FOR_INSIDERS.test(got) || (isPrivate(name) && got.startsWith("404"));
    return isWrong ? `was let in and got ${got}` : null;
  }
  if (got !== wanted) return `wanted ${wanted}, got ${got}`;
  return (await meant.stillExists()) ? null : "what was named is gone";
}

interface Case {
  readonly who: string;
  readonly summary: string;
  /** Makes a new caller if `isForGood`, because an accepted write may end its session; otherwise reuses one. */
  make(isForGood: boolean): Promise<Caller>;
  headersOf(caller: Caller): Record<string, string>;
  readonly isForeign: boolean;
}

const people = Object.entries(callers).map(([who, make]) => {
  const lasting = oncePerEra(make);
  return { who, make: (isForGood: boolean) => (isForGood ? make() : lasting()) };
});

function casesOf(endpoint: EndpointDefinition): readonly Case[] {
  const hasIds = endpoint.owner !== undefined || idParameters(endpoint).length > 0;
  const isOpen = endpoint.access === "public" || endpoint.access === "sandbox";
  const ways = isOpen ? [asCookie] : [asCookie, asBearer];
  const behindCounter = isOpen
    ? []
    : Object.entries(staffCallers).map(([who, make]) => ({
        who,
        summary: who,
        make,
        headersOf: asBearer,
        isForeign: hasIds,
      }));
  const inFront = people.flatMap(({ who, make }) =>
    (hasIds ? [false, true] : [false]).flatMap((isForeign) =>
      ways.map((headersOf) => ({
        who,
        summary: `${who} ${headersOf === asCookie ? "by cookie" : "by bearer token"}, ${isForeign ? "foreign" : "own"} things`,
        make,
        headersOf,
        isForeign,
      })),
    ),
  );
  return [...inFront, ...behindCounter];
}

/** These callers try every endpoint. Each endpoint gets a quarter of the other cases, or all of them in a deep run. */
const ALWAYS = new Set(["visitor", "user", "admin at the desk", "support at the desk", "the blog's admin"]);
const PART = 4;

function chosenOf(name: EndpointName): readonly Case[] {
  const cases = casesOf(definitionOf(name));
  const turn = (names.indexOf(name) + testSeed) % PART;
  return cases.filter(({ who }, place) => isDeep || ALWAYS.has(who) || place % PART === turn);
}

/** A caller of reads or refused calls stays valid and is reused. */
async function callerOf(name: EndpointName, { make, isForeign }: Case): Promise<Caller> {
  const lasting = await make(false);
  const isChanged = definitionOf(name).method !== "GET" && expected(name, lasting, isForeign) === null;
  return isChanged ? make(true) : lasting;
}

describe("access by caller", () => {
  it.for(names)("follows the contract for every caller and resource: %s", async (name) => {
    const faults: string[] = [];
    for (const each of chosenOf(name)) {
      const caller = await callerOf(name, each);
      const fault = await misjudged(name, caller, each.headersOf(caller), each.isForeign);
      if (fault !== null) faults.push(`${each.summary}: ${fault}`);
    }
    if (name === "resetSandbox") era += 1;
    expect(faults).toEqual([]);
  });

  // A shared answer is the same for everyone, so its caller is not identified.
  const identifying = names.filter((name) => definitionOf(name).sharedForS === undefined);
  it.for(identifying)("[A6.5] is denied to a request that names another user than its session: %s", async (name) => {
    const { access } = definitionOf(name);
    const caller = isStaffAccess(access) ? await adminAtDesk() : await lastingUser();
    const stranger = await lastingStranger();
    const { params, stillExists } = await belongingTo(name, caller.user);
    for (const claimed of [stranger.id, "", "admin", caller.user.id.toUpperCase()]) {
      const headers = isStaffAccess(access) ? asBearer(caller) : asCookie(caller);
      const reply = await call(name, params, { ...headers, "x-user-id": claimed });
      expect([claimed, summary(reply)]).toEqual([claimed, "403 wrong_user"]);
    }
    expect(await stillExists()).toBe(true);
  });

  it("[A6.5] [B6.4] allows a request that names its session's own user", async () => {
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

  it("[A6.5] use the cookie's session, whether the token is valid or forged", async () => {
    const [one, other] = [await signedIn("user"), await signedIn("user")];
    expect((await profile(one.session.cookie, other.session.token)).json()).toMatchObject({ id: one.user.id });
    expect((await profile(one.session.cookie, forgedToken)).json()).toMatchObject({ id: one.user.id });
  });

  it("[A6.5] count as signed out when the cookie is invalid", async () => {
    const { session } = await signedIn("user");
    expect((await profile(`session=${forgedToken}`, session.token)).statusCode).toBe(401);
  });
});
