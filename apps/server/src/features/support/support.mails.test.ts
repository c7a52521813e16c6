import { brand } from "@vriddhi/core/site/brand";
import { describe, expect, it } from "vitest";
import { mailGallery } from "../../testing/mail-gallery.ts";

const gallery = mailGallery(new URL("https://own.invalid"));

describe("support mails", () => {
  it.each(["support-received", "support-answer", "support-answer-by-mail"])(
    "agree with the pages about the PIN: %s",
    (name) => {
      const { text = "" } = gallery[name] ?? {};
      expect(text).toContain("Only the connection form asks for your broker PIN.");
      expect(text).toMatch(/asks for a PIN, a password or a one-time code by phone, mail or chat/);
    },
  );

  it("support mails state the same reply time", () => {
    expect(gallery["support-received"]?.text).toContain(`answers to this address ${brand.replyTime}.`);
  });

  it("support mails link account holders to the thread, and let others answer by mail", () => {
    expect(gallery["support-answer"]?.text).toContain("https://own.invalid/support?thread=");
    expect(gallery["support-answer-by-mail"]?.text).toContain("Answer this mail and keep [VR-7Q2K] in its subject.");
  });
});
