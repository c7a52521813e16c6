import { randomUUID } from "node:crypto";
import type { EndpointName } from "@vriddhi/contract/endpoints";
import { type ResourceMaker, rowExists } from "./resource.ts";

const aPost: ResourceMaker = {
  isPrivate: false,
  async make(product) {
    const id = randomUUID();
    await product.query(
      `INSERT INTO blog_posts (id, title, content, excerpt, excerpt_html, slug, reading_minutes, created_at, html, headings,
         has_math, rendered_by, search)
       VALUES ($1, 'A title', 'A text.', 'A text.', 'A text.', $2, 1, now(), '<p>A text.</p>', '[]', false, 1, '')`,
      [id, `a-title-${id}`],
    );
    await product.query(
      `INSERT INTO blog_revisions (post_id, revision, title, content, excerpt, tags, image_alt, saved_at)
       VALUES ($1, 1, 'A title', 'A text.', 'A text.', '{}', '', now())`,
      [id],
    );
    return { params: { id, revision: "1" }, stillExists: rowExists(product, "blog_posts", id) };
  },
};

const anIssue: ResourceMaker = {
  isPrivate: false,
  async make(product) {
    const issueId = randomUUID();
    await product.query(
      `INSERT INTO newsletter_issues (id, title, category, content, html, state, created_at)
       VALUES ($1, 'An issue', 'IPO News', 'A text.', '<p>A text.</p>', 'draft', now())`,
      [issueId],
    );
    return { params: { issueId }, stillExists: rowExists(product, "newsletter_issues", issueId) };
  },
};

export const blogResourceMakers: Partial<Record<EndpointName, ResourceMaker>> = {
  updatePost: aPost,
  deletePost: aPost,
  readOwnPost: aPost,
  listRevisions: aPost,
  readRevision: aPost,
  restoreRevision: aPost,
  updateIssue: anIssue,
  deleteIssue: anIssue,
  sendIssue: anIssue,
};
