import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Database, Tx } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { PostDesk, Saved } from "./post.store.ts";
import type { PostSource, RenderedPost } from "./post.ts";
import { POST_COLUMNS, type PostRow, SUMMARY_COLUMNS, type SummaryRow, toPost, toSummary } from "./post-rows.ts";
import { conditionOf } from "./published.store.pg.ts";

const orNull = (value: EpochMs | null): string | null => (value === null ? null : toTimestamp(value));

/** Full-text index of title, tags and text, in this order of weight. $n are title, tags as one text, content. */
const searchOf = (title: string, tags: string, content: string): string =>
  `setweight(to_tsvector('simple', ${title}), 'A') || setweight(to_tsvector('simple', ${tags}), 'B') ||
   setweight(to_tsvector('simple', left(${content}, 60000)), 'C')`;

const writingValues = ({ title, content, excerpt, featuredImageUrl, imageAlt, tags }: PostSource): unknown[] => [
  title,
  content,
  excerpt,
  featuredImageUrl,
  imageAlt,
  tags,
];

const makingValues = (made: RenderedPost): unknown[] => [
  made.html,
  JSON.stringify(made.headings),
  made.hasMath,
  made.excerptHtml,
  made.edition,
  made.readingMinutes,
  made.image === null ? null : JSON.stringify(made.image),
];

const COLUMNS = [
  ...["title", "content", "excerpt", "featured_image_url", "image_alt", "tags"],
  ...["html", "headings", "has_math", "excerpt_html", "rendered_by", "reading_minutes", "image"],
  ...["published", "publish_at", "created_at"],
];
const placeOf = (name: string, at: number): string => `$${at + 2}${name === "title" ? "::text" : ""}`;
const PLACES = COLUMNS.map(placeOf);
const TAGS_AS_TEXT = "array_to_string($7::text[], ' ')";

const INSERT = `INSERT INTO blog_posts (id, ${COLUMNS.join(", ")}, search, slug)
  VALUES ($1, ${PLACES.join(", ")}, ${searchOf("$2::text", TAGS_AS_TEXT, "$3")}, $${COLUMNS.length + 2})
  ON CONFLICT DO NOTHING`;

const UPDATE = `UPDATE blog_posts SET ${COLUMNS.map((name, at) => `${name} = ${placeOf(name, at)}`).join(", ")},
  search = ${searchOf("$2::text", TAGS_AS_TEXT, "$3")}, updated_at = $${COLUMNS.length + 2}, revision = revision + 1
  WHERE id = $1 RETURNING revision`;

async function keepRevision({ client }: Tx, id: string, revision: number, writing: PostSource, saved: Saved) {
  await client.query(
    `INSERT INTO blog_revisions (post_id, revision, title, content, excerpt, featured_image_url, image_alt, tags, saved_at, saved_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, revision, ...writingValues(writing), toTimestamp(saved.at), saved.by],
  );
}

interface RevisionRow {
  readonly revision: number;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly featured_image_url: string | null;
  readonly image_alt: string;
  readonly tags: string[];
  readonly saved_at: Date;
  readonly saved_by: string | null;
}

/** Uses the blog's writing role, which sees every row and no other table. */
export function createPostDesk(database: Database): PostDesk {
  const { pool, transaction } = database;
  return {
    ...reads(database),
    ...history(database),
    add: (post, slug, saved) =>
      transaction(async (tx) => {
        const { rowCount } = await tx.client.query(INSERT, [
          post.id,
          ...writingValues(post),
          ...makingValues(post),
          post.published,
          orNull(post.publishAt),
          toTimestamp(post.createdAt),
          slug,
        ]);
        if (rowCount !== 1) return false;
        await keepRevision(tx, post.id, 1, post, saved);
        return true;
      }),
    change: (id, change, saved) =>
      transaction(async (tx) => {
        const now = await tx.client.query<{ revision: number }>(
          "SELECT revision FROM blog_posts WHERE id = $1 FOR UPDATE",
          [id],
        );
        if (now.rows[0] === undefined) return "unknown";
        if (now.rows[0].revision !== change.basedOn) return "outdated";
        const { rows } = await tx.client.query<{ revision: number }>(UPDATE, [
          id,
          ...writingValues(change),
          ...makingValues(change),
          change.published,
          orNull(change.publishAt),
          toTimestamp(change.createdAt),
          toTimestamp(saved.at),
        ]);
        await keepRevision(tx, id, rows[0]?.revision ?? change.basedOn + 1, change, saved);
        return "changed";
      }),
    async remove(id) {
      return (await pool.query("DELETE FROM blog_posts WHERE id = $1", [id])).rowCount === 1;
    },
    async shows(name) {
      const { rows } = await pool.query<{ shown: boolean }>(
        `SELECT EXISTS (SELECT FROM blog_posts WHERE position($1 in content || coalesce(featured_image_url, '')) > 0)
             OR EXISTS (SELECT FROM blog_revisions WHERE position($1 in content || coalesce(featured_image_url, '')) > 0)
           AS shown`,
        [name],
      );
      return rows[0]?.shown === true;
    },
    async publishDue(now) {
      const { rows } = await pool.query<{ slug: string }>(
        "UPDATE blog_posts SET published = true WHERE NOT published AND publish_at <= $1 RETURNING slug",
        [toTimestamp(now)],
      );
      return rows.map(({ slug }) => slug);
    },
  };
}

const reads = ({ pool }: Database): Pick<PostDesk, "list" | "count" | "find" | "takenOf"> => ({
  async list({ offset, limit, ...filter }) {
    const { sql, values } = conditionOf(filter, 2);
    const { rows } = await pool.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS} FROM blog_posts WHERE true${sql} ORDER BY created_at DESC, id LIMIT $1 OFFSET $2`,
      [limit, offset, ...values],
    );
    return rows.map(toSummary);
  },
  async count(filter) {
    const { sql, values } = conditionOf(filter, 0);
    const text = `SELECT count(*)::int AS count FROM blog_posts WHERE true${sql}`;
    return (await pool.query<{ count: number }>(text, values)).rows[0]?.count ?? 0;
  },
  async find(id) {
    const { rows } = await pool.query<PostRow>(`SELECT ${POST_COLUMNS} FROM blog_posts WHERE id = $1`, [id]);
    return rows[0] === undefined ? null : toPost(rows[0]);
  },
  async takenOf(slugs) {
    const { rows } = await pool.query<{ slug: string }>("SELECT slug FROM blog_posts WHERE slug = ANY ($1)", [slugs]);
    return new Set(rows.map(({ slug }) => slug));
  },
});

const history = ({ pool }: Database): Pick<PostDesk, "revisions" | "revision"> => ({
  async revisions(id) {
    const { rows } = await pool.query<RevisionRow & { characters: number }>(
      `SELECT revision, title, length(content) AS characters, saved_at, saved_by FROM blog_revisions
       WHERE post_id = $1 ORDER BY revision DESC LIMIT 200`,
      [id],
    );
    return rows.map(({ revision, title, characters, saved_at, saved_by }) => ({
      revision,
      title,
      characters,
      savedAt: fromTimestamp(saved_at),
      savedBy: saved_by,
    }));
  },
  async revision(id, revision) {
    const { rows } = await pool.query<RevisionRow>(
      "SELECT * FROM blog_revisions WHERE post_id = $1 AND revision = $2",
      [id, revision],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      revision: row.revision,
      title: row.title,
      content: row.content,
      excerpt: row.excerpt,
      featuredImageUrl: row.featured_image_url,
      imageAlt: row.image_alt,
      tags: row.tags,
      savedAt: fromTimestamp(row.saved_at),
      savedBy: row.saved_by,
    };
  },
});
