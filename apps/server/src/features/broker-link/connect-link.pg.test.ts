import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LinksFixture, openLinksFixture } from "../../testing/links-fixture.ts";
import type { LinkService } from "./link.service.ts";
import type { Link } from "./link.store.ts";

const ip = "127.0.0.1";
const clock = createVirtualClock();
let home: LinksFixture;
let links: LinkService;
let link: Link;

beforeAll(async () => {
  home = await openLinksFixture(clock);
  links = home.brokers.links;
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  link = await home.moveIn("zerodha");
});
afterAll(() => home.close());

const issue = () => home.database.transaction((tx) => links.issueConnectLink(tx, link, later(clock.now(), HOUR_MS)));

async function tap() {
  const begun = await links.beginByLink("zerodha", await issue(), ip);
  if (!begun.ok || begun.value.kind !== "open_page") throw new Error("no page was opened");
  const client = home.simulators.clients.zerodha.find(link.clientId);
  if (client === null) throw new Error("the broker does not know the client");
  const landed = await logInByPage(begun.value.url, { client, now: clock.now });
  return { browser: begun.value.browser, login: { grant: landed, state: begun.value.state } };
}

describe("a connect link on a phone without a signed-in user", () => {
  it("only the browser that opened a connect link finishes it", async () => {
    const earlier = await tap();
    const { browser, login } = await tap();
    for (const wrong of [null, "", "another-browser", earlier.browser])
      expect(await links.completeByState("zerodha", { ...login, browser: wrong }, { ip })).toEqual({
        ok: false,
        error: "login_unknown",
      });
    expect(await links.completeByState("zerodha", { ...login, browser, userId: "another user" }, { ip })).toEqual({
      ok: true,
      value: null,
    });
    expect(await links.completeByState("zerodha", { ...login, browser }, { ip })).toMatchObject({
      error: "login_unknown",
    });
  });

  it("the owner of a connect link finishes it in any browser", async () => {
    const { login } = await tap();
    expect(await links.completeByState("zerodha", { ...login, userId: link.userId }, { ip })).toMatchObject({
      ok: true,
    });
  });

  it("a connect link logs in with the credentials from the time it was opened, or not at all", async () => {
    const { browser, login } = await tap();
    await home.database.pool.query("UPDATE broker_links SET credentials_id = gen_random_uuid() WHERE id = $1", [
      link.id,
    ]);
    expect(await links.completeByState("zerodha", { ...login, browser }, { ip })).toMatchObject({
      error: "login_unknown",
    });
  });
});

describe("credentials that wait for a login", () => {
  it("deletes credentials that wait for a login after a week", async () => {
    const person = { userId: link.userId, ip };
    const typed = { clientId: link.clientId, appKey: "another-key-0000", appSecret: "another-secret-0" };
    expect(await links.connect(person, "zerodha", typed)).toMatchObject({ ok: true, value: { kind: "open_page" } });
    expect(await links.findDraft(link.userId, "zerodha")).toMatchObject({ clientId: link.clientId });
    clock.advance(7 * DAY_MS);
    expect(await links.findDraft(link.userId, "zerodha")).toBeNull();
    expect(await links.findById(link.id)).toMatchObject({ credentialsId: link.credentialsId });
  });
});
