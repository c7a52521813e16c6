import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anAngelWorld, anOrder } from "./angelone-fixture.ts";
import { STREAM_PATH } from "./create-angelone.ts";
import { routes } from "./routes.ts";

const paths = fc.oneof(fc.constantFrom(...Object.keys(routes)), fc.webPath(), fc.constant("/__proto__"));
const bodies = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .dictionary(
      fc.constantFrom(...Object.keys(anOrder()), "positions", "orders", "exchangeTokens", "mode"),
      fc.jsonValue(),
    )
    .map((fields) => JSON.stringify({ ...anOrder(), ...fields })),
);

describe("hostile input", () => {
  it("gets a reply with status and body, with or without a login", () => {
    const world = anAngelWorld();
    const known = world.as(world.login());
    fc.assert(
      fc.property(fc.constantFrom("GET", "POST", "PUT"), paths, bodies, fc.boolean(), (method, path, raw, isKnown) => {
        world.wait(1_000);
        const reply = world.reply(method, path, undefined, { raw, headers: isKnown ? known : {} });
        expect([200, 302, 400, 401, 403, 404, 405]).toContain(reply.status);
        expect(typeof reply.body).toBe("string");
      }),
      { numRuns: 400 },
    );
  });

  it("does not break a socket's connection", () => {
    const world = anAngelWorld();
    const { jwtToken, feedToken } = world.login();
    const caller = world.dial(STREAM_PATH, {
      authorization: jwtToken,
      "x-client-code": world.bela.id,
      "x-api-key": world.bela.app.key,
      "x-feed-token": feedToken,
    });
    if (!("frames" in caller)) throw new Error("refused");
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => caller.send(text)));
    world.core.beat(world.now());
    expect(caller.closed).toEqual([]);
  });
});
