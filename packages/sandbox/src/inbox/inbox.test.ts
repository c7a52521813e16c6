import { describe, expect, it } from "vitest";
import { createInbox, INBOX_MAX } from "./inbox.ts";

const create = () => createInbox<{ to: string; text: string }>({ idPrefix: "m", toKey: (to) => to.toLowerCase() });

describe("an inbox", () => {
  it("lists the newest message first, each with a unique id", () => {
    const inbox = create();
    inbox.add({ to: "a", text: "first" });
    inbox.add({ to: "b", text: "second" });

    expect(inbox.list().map((message) => message.text)).toEqual(["second", "first"]);
    expect(new Set(inbox.list().map((message) => message.id)).size).toBe(2);
  });

  it("finds by recipient in any accepted spelling; an empty recipient matches none", () => {
    const inbox = create();
    inbox.add({ to: "Asha", text: "" });
    inbox.add({ to: "ravi", text: "" });

    expect(inbox.list("ASHA")).toHaveLength(1);
    expect(inbox.list("ash")).toEqual([]);
    expect(inbox.list(" ")).toHaveLength(2);
  });

  it("keeps the last 500 messages", () => {
    const inbox = create();
    for (let index = 1; index <= INBOX_MAX + 3; index += 1) inbox.add({ to: "a", text: String(index) });

    expect(inbox.list()).toHaveLength(500);
    expect(inbox.list()[0]?.text).toBe("503");
    expect(inbox.list().at(-1)?.text).toBe("4");
  });

  it("never reuses an id, also after it was cleared", () => {
    const inbox = create();
    inbox.add({ to: "a", text: "" });
    const before = inbox.list()[0]?.id;
    inbox.clear();
    inbox.add({ to: "a", text: "" });

    expect(inbox.list()).toHaveLength(1);
    expect(inbox.list()[0]?.id).not.toBe(before);
  });
});
