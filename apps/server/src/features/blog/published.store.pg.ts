import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp } from "../../platform/db/instant.ts";
import type { PostFilter, PublishedPosts } from "./post.store.ts";
import { POST_COLUMNS, type PostRow, SUMMARY_COLUMNS, type SummaryRow, toPost, toSummary } from "./post-rows.ts";

const NEWEST_FIRST = "ORDER BY created_at DESC NULLS LAST, id";

/** A full-text query: every word is a prefix, all must match. Words contain only letters and digits. */
const toQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(" & ");

/** A filter's condition; its values follow those already taken. */
export function conditionOf({ words, tag }: PostFilter, taken: number): { sql: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  if (words.length > 0) {
    values.push(toQuery(words));
    parts.push(`search @@ to_tsquery('simple', $${taken + values.length})`);
  }
  if (tag !== null) {
    values.push([tag]);
    parts.push(`tags @> $${taken + values.length}::text[]`);
  }
  return { sql: parts.map((part) => ` AND ${part}`).join(""), values };
}

/** Number of newest posts searched for related ones: the cost does not grow with the blog. */
const RELATED_AMONG = 100;

/** Uses the blog's anonymous role, for which unpublished rows do not exist. */
export const createPublishedPosts = ({ pool }: Pick<Database, "pool">): PublishedPosts => ({
  // An index-only scan finds the page's rows, so a page far down does not read those before it.
  async list({ offset, limit, ...filter }) {
    const { sql, values } = conditionOf(filter, 2);
    const { rows } = await pool.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM blog_posts WHERE id = ANY (ARRAY(
         SELECT id FROM blog_posts WHERE published${sql} ${NEWEST_FIRST} LIMIT $1 OFFSET $2)) ${NEWEST_FIRST}`,
      [limit, offset, ...values],
    );
    return rows.map(toSummary);
  },
  async count(filter) {
    const { sql, values } = conditionOf(filter, 0);
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM blog_posts WHERE published${sql}`,
      values,
    );
    return rows[0]?.count ?? 0;
  },
  async find(slug) {
    const { rows } = await pool.query<PostRow>(`SELECT ${POST_COLUMNS} FROM blog_posts WHERE slug = $1 AND published`, [
      slug,
    ]);
    return rows[0] === undefined ? null : toPost(rows[0]);
  },
  async related({ id, tags }, limit) {
    const { rows } = await pool.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM (
         SELECT * FROM blog_posts WHERE published ${NEWEST_FIRST} LIMIT ${RELATED_AMONG}
       ) AS newest WHERE id <> $1
       ORDER BY cardinality(ARRAY(SELECT unnest(tags) INTERSECT SELECT unnest($2::text[]))) DESC, created_at DESC, id LIMIT $3`,
      [id, tags, limit],
    );
    return rows.map(toSummary);
  },
  async tags() {
    const { rows } = await pool.query<{ tag: string; count: number }>(
      `SELECT tag, count(*)::int AS count FROM blog_posts, unnest(tags) AS tag WHERE published
       GROUP BY tag ORDER BY count DESC, tag LIMIT 100`,
    );
    return rows;
  },
  async addresses(limit) {
    const { rows } = await pool.query<{ slug: string; changed_at: Date }>(
      `SELECT slug, coalesce(updated_at, created_at) AS changed_at FROM blog_posts WHERE published ${NEWEST_FIRST} LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({ slug: row.slug, changedAt: fromTimestamp(row.changed_at) }));
  },
  async newest(limit) {
    const { rows } = await pool.query<PostRow>(
      `SELECT ${POST_COLUMNS} FROM blog_posts WHERE published ${NEWEST_FIRST} LIMIT $1`,
      [limit],
    );
    return rows.map(toPost);
  },
});
