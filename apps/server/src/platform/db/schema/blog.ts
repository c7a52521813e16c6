import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

const searchable = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Row-level security decides which rows are visible: the migration holds the policies. */
export const blogPosts = pgTable(
  "blog_posts",
  {
    id: uuid().primaryKey(),
    title: varchar({ length: 255 }).notNull(),
    content: text().notNull(),
    excerpt: text().notNull(),
    excerptHtml: text("excerpt_html").notNull(),
    featuredImageUrl: text("featured_image_url"),
    image: jsonb(),
    imageAlt: text("image_alt").notNull().default(""),
    slug: varchar({ length: 255 }).notNull().unique(),
    tags: text().array().notNull().default(sql`'{}'`),
    readingMinutes: integer("reading_minutes").notNull(),
    published: boolean().notNull().default(true),
    publishAt: instant("publish_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at"),
    revision: integer().notNull().default(1),
    html: text().notNull(),
    headings: jsonb().notNull(),
    hasMath: boolean("has_math").notNull(),
    renderedBy: integer("rendered_by").notNull(),
    search: searchable().notNull(),
  },
  (table) => [
    index("blog_posts_newest").on(table.published, table.createdAt.desc(), table.id),
    index("blog_posts_tags").using("gin", table.tags),
    index("blog_posts_search").using("gin", table.search),
    index("blog_posts_due").on(table.publishAt).where(sql`not ${table.published}`),
  ],
);

export const blogRevisions = pgTable(
  "blog_revisions",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => blogPosts.id, { onDelete: "cascade" }),
    revision: integer().notNull(),
    title: varchar({ length: 255 }).notNull(),
    content: text().notNull(),
    excerpt: text().notNull(),
    tags: text().array().notNull(),
    featuredImageUrl: text("featured_image_url"),
    imageAlt: text("image_alt").notNull(),
    savedAt: instant("saved_at").notNull(),
    savedBy: text("saved_by"),
  },
  (table) => [primaryKey({ columns: [table.postId, table.revision] })],
);

export const blogImages = pgTable("blog_images", {
  name: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  sources: jsonb().notNull(),
  uploadedAt: instant("uploaded_at").notNull(),
  uploadedBy: text("uploaded_by"),
});

export const newsletterReaders = pgTable(
  "newsletter_readers",
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    state: text({ enum: ["unconfirmed", "confirmed", "unsubscribed", "bounced"] }).notNull(),
    tokenHash: text("token_hash"),
    confirmUntil: instant("confirm_until"),
    softBounces: integer("soft_bounces").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    confirmedAt: instant("confirmed_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("newsletter_readers_state").on(table.state),
    index("newsletter_readers_token").on(table.tokenHash),
    check(
      "newsletter_readers_state_known",
      sql`${table.state} in ('unconfirmed', 'confirmed', 'unsubscribed', 'bounced')`,
    ),
  ],
);

export const newsletterIssues = pgTable("newsletter_issues", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  category: text().notNull(),
  content: text().notNull(),
  html: text().notNull(),
  state: text({ enum: ["draft", "sending", "sent"] }).notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at"),
  sendingAt: instant("sending_at"),
  sentAt: instant("sent_at"),
  /** The last reader with a row of this sending; `null`: none yet. */
  filledTo: uuid("filled_to"),
  isFilled: boolean("is_filled").notNull().default(false),
  /** The final counts, so that pages need not count a hundred thousand rows. */
  totals: jsonb(),
});

/** One row for each reader of one sending: marked before the mail is sent. */
export const newsletterDeliveries = pgTable(
  "newsletter_deliveries",
  {
    issueId: uuid("issue_id")
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: "cascade" }),
    readerId: uuid("reader_id")
      .notNull()
      .references(() => newsletterReaders.id, { onDelete: "cascade" }),
    state: text({ enum: ["waiting", "sending", "sent", "refused", "unknown", "bounced"] }).notNull(),
    owner: text(),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.readerId] }),
    index("newsletter_deliveries_open")
      .on(table.issueId, table.state)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    index("newsletter_deliveries_reader").on(table.readerId),
  ],
);
