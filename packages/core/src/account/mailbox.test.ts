import { describe, expect, it } from "vitest";
import { toMailboxKey } from "./mailbox.ts";

describe("the mailbox behind an address", () => {
  it.each([
    ["Asha.Rao+trial2@Gmail.com", "asharao@gmail.com"],
    ["asha.rao@googlemail.com", "asharao@gmail.com"],
    ["asha.rao+x@example.com", "asha.rao@example.com"],
    ["asha.rao@example.com", "asha.rao@example.com"],
  ])("of %s is %s", (email, mailbox) => expect(toMailboxKey(email)).toBe(mailbox));

  it("differs where dots count", () => {
    expect(toMailboxKey("asharao@example.com")).not.toBe(toMailboxKey("asha.rao@example.com"));
  });
});
