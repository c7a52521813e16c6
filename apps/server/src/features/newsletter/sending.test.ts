import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import type { WrittenMail } from "../../platform/mail/mail.ts";
import type { Addressee, DeliveryOutcome, DeliveryStore, Issue } from "./newsletter.store.ts";
import { readerOfToken, unsubscribeToken } from "./reader-token.ts";
import { createSending, outcomeOf } from "./sending.ts";

const issue: Issue = {
  id: "issue",
  title: "Costs",
  category: "IPO News",
  content: "Text",
  html: "<p>Text</p>",
  state: "sending",
  createdAt: epochMs(0),
  updatedAt: null,
  sendingAt: epochMs(0),
  sentAt: null,
  totals: null,
};
const key = Buffer.alloc(32, 7);
const readerId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

function createDesk(count: number) {
  const states = new Map(Array.from({ length: count }, (_, n) => [readerId(n), "waiting"]));
  const of = (state: string) => [...states].filter(([, each]) => each === state).map(([id]) => id);
  let isOver = false;
  const store: DeliveryStore = {
    running: async () => (isOver ? [] : [issue]),
    fill: async () => false,
    async claim(_issue, limit): Promise<readonly Addressee[]> {
      const next = of("waiting").slice(0, limit);
      for (const id of next) states.set(id, "sending");
      return next.map((id) => ({ readerId: id, email: `${id}@example.com` }));
    },
    async settle(_issue, outcomes) {
      for (const { readerId: id, outcome } of outcomes) states.set(id, outcome);
    },
    owners: async () => [],
    giveUp: async () => 0,
    async finish() {
      isOver = of("waiting").length === 0 && of("sending").length === 0;
      return isOver;
    },
  };
  return { store, states, of };
}

function sendWith(desk: ReturnType<typeof createDesk>, send: (mail: WrittenMail) => Promise<void>) {
  const refused: [string, boolean][] = [];
  const sending = createSending({
    store: desk.store,
    clock: createVirtualClock(),
    transport: { send },
    log: createLogger("silent"),
    site: new URL("https://vriddhi.example"),
    key,
    owner: "me",
    isOwnerDead: () => false,
    onRefused: async (email, isPermanent) => void refused.push([email, isPermanent]),
  });
  return { sending, refused };
}

const smtp = (fields: object) => Object.assign(new Error("smtp"), fields);

describe("the newsletter sending", () => {
  it("the newsletter claims every reader before the mail leaves, and sends to each once", async () => {
    const desk = createDesk(120);
    const seen: string[] = [];
    const { sending } = sendWith(desk, async ({ to }) => {
      expect(desk.states.get(to.address.replace("@example.com", ""))).toBe("sending");
      seen.push(to.address);
    });
    await sending.run();
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
    expect(desk.of("sent")).toHaveLength(120);
  });

  it("a newsletter mail has the headers for one-click unsubscribe", async () => {
    const mails: WrittenMail[] = [];
    const { sending } = sendWith(createDesk(1), async (mail) => void mails.push(mail));
    await sending.run();
    const { headers = {} } = mails[0] as WrittenMail;
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const [, token = ""] =
      /^<https:\/\/vriddhi\.example\/newsletter\?unsubscribe=([\w-]+)>$/.exec(headers["List-Unsubscribe"] ?? "") ?? [];
    expect(readerOfToken(key, token)).toBe(readerId(0));
  });

  it("the newsletter waits while the mail server is down, and continues where it stopped", async () => {
    const desk = createDesk(60);
    let isAway = true;
    const { sending } = sendWith(desk, async () => {
      if (isAway) throw smtp({ code: "ECONNECTION", command: "CONN" });
    });
    await sending.run();
    expect(desk.of("waiting")).toHaveLength(60);
    isAway = false;
    await sending.run();
    expect(desk.of("sent")).toHaveLength(60);
  });

  it("the newsletter begins no further batch once it is stopped", async () => {
    const desk = createDesk(200);
    const { sending } = sendWith(desk, async () => sending.halt());
    await sending.run();
    expect(desk.of("sent")).toHaveLength(50);
    expect(desk.of("waiting")).toHaveLength(150);
  });

  it("the newsletter reports the readers whom the mail server refused, and never resends what may have been sent", async () => {
    const desk = createDesk(3);
    const faults = [
      smtp({ responseCode: 550 }),
      smtp({ responseCode: 452 }),
      smtp({ code: "ETIMEDOUT", command: "DATA" }),
    ];
    const { sending, refused } = sendWith(desk, async ({ to }) => {
      throw faults[Number(to.address.slice(34, 36))] as Error;
    });
    await sending.run();
    await sending.run();
    expect([...desk.states.values()]).toEqual(["refused", "refused", "unknown"]);
    expect(refused.map(([, isPermanent]) => isPermanent)).toEqual([true, false]);
  });
});

it.each<[object, DeliveryOutcome]>([
  [{ responseCode: 550 }, "refused"],
  [{ responseCode: 421 }, "refused"],
  [{ code: "ECONNECTION", command: "CONN" }, "waiting"],
  [{ code: "ETIMEDOUT", command: "CONN" }, "waiting"],
  [{ code: "ESOCKET", command: "DATA" }, "unknown"],
  [{}, "unknown"],
])("a failed sending with %j leaves a newsletter mail %s", (fields, outcome) => {
  expect(outcomeOf(smtp(fields)).outcome).toBe(outcome);
});

it("an unsubscribe link belongs to one reader and cannot be forged", () => {
  const token = unsubscribeToken(key, readerId(1));
  expect(readerOfToken(key, token)).toBe(readerId(1));
  expect(readerOfToken(Buffer.alloc(32, 8), token)).toBeNull();
  expect(readerOfToken(key, readerId(2).replaceAll("-", "") + token.slice(32))).toBeNull();
  for (const forged of ["", "x", token.slice(0, 32), `${token}A`]) expect(readerOfToken(key, forged)).toBeNull();
});
