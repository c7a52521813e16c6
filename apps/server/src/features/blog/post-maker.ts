import { toExcerpt } from "@vriddhi/core/blog/excerpt";
import { readingMinutes } from "@vriddhi/core/blog/reading-time";
import type { MarkdownWorkers } from "../../platform/markdown/markdown-workers.ts";
import { MARKDOWN_EDITION, type RenderFailure } from "../../platform/markdown/rendered.ts";
import type { Picture, Post, PostSource, RenderedPost } from "./post.ts";

export interface PostMakerDeps {
  readonly markdown: Pick<MarkdownWorkers, "render">;
  findPicture(url: string): Promise<Picture | null>;
}

export type PostMaker = ReturnType<typeof createPostMaker>;

export function createPostMaker({ markdown, findPicture }: PostMakerDeps) {
  const bare = (url: string): Picture => ({ url, width: null, height: null, sources: [] });
  return {
    async make({ content, excerpt, featuredImageUrl }: PostSource): Promise<RenderedPost | RenderFailure> {
      const rendered = await markdown.render(content, excerpt);
      if (typeof rendered === "string") return rendered;
      const { html, headings, hasMath, excerptHtml } = rendered;
      const image =
        featuredImageUrl === null ? null : ((await findPicture(featuredImageUrl)) ?? bare(featuredImageUrl));
      const minutes = readingMinutes(content);
      return { html, headings, hasMath, excerptHtml, edition: MARKDOWN_EDITION, readingMinutes: minutes, image };
    },
    /** Renders HTML of an older edition again before it is shown. */
    async refreshed(post: Post): Promise<Post> {
      if (post.edition === MARKDOWN_EDITION) return post;
      const rendered = await markdown.render(post.content, post.excerpt);
      if (typeof rendered === "string") return { ...post, html: "", headings: [], hasMath: false, excerptHtml: "" };
      return { ...post, ...rendered, edition: MARKDOWN_EDITION };
    },
    async preview(content: string) {
      const excerpt = toExcerpt(content);
      const rendered = await markdown.render(content, excerpt);
      if (typeof rendered === "string") return rendered;
      const { html, hasMath } = rendered;
      return { html, hasMath, excerpt, readingMinutes: readingMinutes(content) };
    },
  };
}
