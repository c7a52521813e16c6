import { describe, expect, it } from "vitest";
import { aPost } from "../../testing/blog.fixture.ts";
import { emptyFields } from "./draft-store.ts";
import { checkFields, fieldsOfPost, publishInstant, tagsOf, toBody, toPublishField } from "./editor-fields.ts";

describe("an article's fields on the wire", () => {
  it("[C5.2] needs title and content", () => {
    expect(checkFields(emptyFields)).toEqual({ title: "Title is required", content: "Content is required" });
    expect(checkFields({ ...emptyFields, title: "T", content: " \n" })).toEqual({ content: "Content is required" });
    expect(checkFields({ ...emptyFields, title: "T", content: "C" })).toEqual({});
  });

  it("parts tags by commas, each once, ten at most", () => {
    expect(tagsOf(" Costs, Risk ,Costs,, ")).toEqual(["Costs", "Risk"]);
    expect(tagsOf(Array.from({ length: 14 }, (_, n) => `t${n}`).join())).toHaveLength(10);
  });

  it("reads the time of publishing as Indian time, in any time zone", () => {
    expect(publishInstant("2026-11-17T09:15")).toBe("2026-11-17T03:45:00.000Z");
    expect(toPublishField("2026-11-17T03:45:00.000Z")).toBe("2026-11-17T09:15");
    expect(publishInstant("")).toBeNull();
  });

  it("survives the round trip through an article", () => {
    const post = aPost(1, { tags: ["Costs", "Risk"], image_alt: "A box", featured_image_url: "/blog-images/1-a.png" });
    expect(toBody(fieldsOfPost(post))).toEqual({
      title: post.title,
      content: post.content,
      featured_image_url: "/blog-images/1-a.png",
      image_alt: "A box",
      tags: ["Costs", "Risk"],
      publish_at: null,
    });
    const waiting = aPost(1, { published: false, publish_at: "2026-11-17T03:45:00.000Z" });
    expect(fieldsOfPost(waiting).publishAt).toBe("2026-11-17T09:15");
  });
});
