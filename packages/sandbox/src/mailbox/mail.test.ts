import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { createMailInbox, isBouncing, toMails } from "./mail.ts";

const at = new Date(VIRTUAL_START).toISOString();

describe("a caught mail", () => {
  it("is in the mailbox of each recipient", () => {
    const message = { subject: "Hello", text: "text\n", html: "<p>html</p>" };
    expect(toMails(message, ["a@example.com", "b@example.com"], VIRTUAL_START)).toEqual([
      { to: "a@example.com", subject: "Hello", text: "text", html: "<p>html</p>", attachments: [], at },
      { to: "b@example.com", subject: "Hello", text: "text", html: "<p>html</p>", attachments: [], at },
    ]);
  });

  it("has empty parts where the message had none", () => {
    expect(toMails({ html: false }, ["a@example.com"], VIRTUAL_START)).toEqual([
      { to: "a@example.com", subject: "", text: "", html: "", attachments: [], at },
    ]);
  });

  it("is found by the whole address in any case", () => {
    const inbox = createMailInbox();
    for (const mail of toMails({ html: false }, ["Asha@Example.com"], VIRTUAL_START)) inbox.add(mail);
    expect(inbox.list("asha@example.COM")).toHaveLength(1);
    expect(inbox.list("example.com")).toEqual([]);
  });

  it("never reaches bounce@", () => {
    expect([isBouncing("Bounce@example.com"), isBouncing("bouncer@example.com")]).toEqual([true, false]);
  });
});
