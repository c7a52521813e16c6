import type { EpochMs } from "@vriddhi/core/time/clock";
import { z } from "zod";
import { toTimestamp } from "../../platform/db/instant.ts";
import {
  type RestMethod,
  type RestRequest,
  type Supabase,
  SupabaseRefusal,
} from "../../platform/supabase/supabase-rest.ts";
import {
  BlogAway,
  type PostDesk,
  type PostFilter,
  type PostPage,
  type PostStore,
  type PublishedPosts,
} from "./post.store.ts";
import type { Post } from "./post.ts";
import { postRow, revisionRow, revisionToRow, toPost, toRevision, writingToRow } from "./supabase-rows.ts";

type Query = readonly (readonly [string, string])[];

const TABLE = "blog_posts";
const REVISIONS = "blog_revisions";
const DUPLICATE = "23505";
const NEWEST: Query = [["order", "created_at.desc"]];
const PUBLISHED: Query = [["published", "eq.true"]];
const EVERYTHING: Query = [["select", "*"]];
const REPRESENTED = "return=representation";
/** Number of newest posts that are searched for tags and related posts. */
const AMONG = 200;

/** Each word somewhere in title, tags or text. Words contain only letters and digits, so nothing needs quoting. */
function conditionOf({ words, tag }: PostFilter): Query {
  const anywhere = words.map((word) => `or(title.ilike.*${word}*,tags.ilike.*${word}*,content.ilike.*${word}*)`);
  return [
    ...(anywhere.length === 0 ? [] : [["and", `(${anywhere.join(",")})`] as const]),
    ...(tag === null ? [] : [["tags", `ilike.*${tag.replace(/[*%_\\(),]/g, "")}*`] as const]),
  ];
}

const sharedWith = (tags: readonly string[], post: Post): number =>
  post.tags.filter((tag) => tags.includes(tag)).length;

/** Articles in a hosted backend's table, through its client library. The service key stays on this server. */
export function createSupabasePosts(supabase: Supabase): PostStore {
  async function ask(method: RestMethod, table: string, request: RestRequest) {
    try {
      return await supabase.rest(method, table, request);
    } catch (cause) {
      // A refused write that broke a rule is the caller's error; everything else is an outage.
      if (cause instanceof SupabaseRefusal && cause.code === DUPLICATE) throw cause;
      throw new BlogAway("the hosted blog table cannot be used", { cause });
    }
  }
  const posts = async (query: Query): Promise<readonly Post[]> =>
    z
      .array(postRow)
      .parse((await ask("GET", TABLE, { query: [...EVERYTHING, ...query] })).body)
      .map(toPost);
  const page = ({ offset, limit, ...filter }: PostPage, among: Query) =>
    posts([...among, ...conditionOf(filter), ...NEWEST, ["offset", String(offset)], ["limit", String(limit)]]);
  const count = async (filter: PostFilter, among: Query): Promise<number> => {
    const query = [...EVERYTHING, ...among, ...conditionOf(filter)];
    return (await ask("HEAD", TABLE, { query, prefer: "count=exact" })).count ?? 0;
  };
  const newest = (limit: number) => posts([...PUBLISHED, ...NEWEST, ["limit", String(limit)]]);
  const published: PublishedPosts = {
    list: (request) => page(request, PUBLISHED),
    count: (filter) => count(filter, PUBLISHED),
    find: async (slug) => (await posts([["slug", `eq.${slug}`], ...PUBLISHED]))[0] ?? null,
    async related({ id, tags }, limit) {
      const others = (await newest(AMONG)).filter((post) => post.id !== id);
      return others.toSorted((one, other) => sharedWith(tags, other) - sharedWith(tags, one)).slice(0, limit);
    },
    async tags() {
      const counted = new Map<string, number>();
      for (const tag of (await newest(AMONG)).flatMap((post) => post.tags))
        counted.set(tag, (counted.get(tag) ?? 0) + 1);
      return [...counted]
        .map(([tag, number]) => ({ tag, count: number }))
        .toSorted((one, other) => other.count - one.count);
    },
    addresses: async (limit) =>
      (await newest(limit)).map(({ slug, updatedAt, createdAt }) => ({ slug, changedAt: updatedAt ?? createdAt })),
    newest,
  };
  return { published, desk: createDesk({ ask, posts, page, count }) };
}

interface Calls {
  ask(method: RestMethod, table: string, request: RestRequest): Promise<{ readonly body: unknown }>;
  posts(query: Query): Promise<readonly Post[]>;
  page(request: PostPage, among: Query): Promise<readonly Post[]>;
  count(filter: PostFilter, among: Query): Promise<number>;
}

const orNull = (value: EpochMs | null): string | null => (value === null ? null : toTimestamp(value));
const rowsOf = (body: unknown) => z.array(postRow).parse(body);

const showing = (name: string): string => `(content.like.*${name}*,featured_image_url.like.*${name}*)`;

function createDesk({ ask, posts, page, count }: Calls): PostDesk {
  const byId = (id: string): Query => [["id", `eq.${id}`]];
  const find = async (id: string): Promise<Post | null> => (await posts(byId(id)))[0] ?? null;
  return {
    list: (request) => page(request, []),
    count: (filter) => count(filter, []),
    find,
    async add(post, slug, saved) {
      const { id, published, publishAt, createdAt } = post;
      const state = {
        id,
        slug,
        published,
        publish_at: orNull(publishAt),
        created_at: toTimestamp(createdAt),
        revision: 1,
      };
      try {
        await ask("POST", TABLE, { body: Object.assign(writingToRow(post), state), prefer: REPRESENTED });
      } catch (cause) {
        if (cause instanceof SupabaseRefusal) return false;
        throw cause;
      }
      await ask("POST", REVISIONS, { body: revisionToRow(id, 1, post, saved) });
      return true;
    },
    async takenOf(slugs) {
      return new Set((await posts([["slug", `in.(${slugs.join(",")})`]])).map(({ slug }) => slug));
    },
    async change(id, change, saved) {
      const { published, publishAt, createdAt, basedOn } = change;
      const revision = basedOn + 1;
      const state = { published, publish_at: orNull(publishAt), created_at: toTimestamp(createdAt), revision };
      const body = Object.assign(writingToRow(change), state, { updated_at: toTimestamp(saved.at) });
      // The revision in the condition prevents lost updates.
      const query = [...byId(id), ["revision", `eq.${basedOn}`] as const, ...EVERYTHING];
      const changed = rowsOf((await ask("PATCH", TABLE, { query, body, prefer: REPRESENTED })).body);
      if (changed.length === 0) return (await find(id)) === null ? "unknown" : "outdated";
      await ask("POST", REVISIONS, { body: revisionToRow(id, revision, change, saved) });
      return "changed";
    },
    async remove(id) {
      // Without returned rows a refused deletion would look like success.
      const query = [...byId(id), ...EVERYTHING];
      return rowsOf((await ask("DELETE", TABLE, { query, prefer: REPRESENTED })).body).length === 1;
    },
    async revisions(id) {
      const query: Query = [...EVERYTHING, ["post_id", `eq.${id}`], ["order", "revision.desc"], ["limit", "200"]];
      const found = z
        .array(revisionRow)
        .parse((await ask("GET", REVISIONS, { query })).body)
        .map(toRevision);
      return found.map(({ revision, title, content, savedAt, savedBy }) => ({
        revision,
        title,
        characters: Array.from(content).length,
        savedAt,
        savedBy,
      }));
    },
    async revision(id, revision) {
      const query: Query = [...EVERYTHING, ["post_id", `eq.${id}`], ["revision", `eq.${revision}`]];
      const [found] = z.array(revisionRow).parse((await ask("GET", REVISIONS, { query })).body);
      return found === undefined ? null : toRevision(found);
    },
    async shows(name) {
      const query: Query = [...EVERYTHING, ["or", showing(name)], ["limit", "1"]];
      const found = [TABLE, REVISIONS].map(async (table) => (await ask("GET", table, { query })).body);
      return (await Promise.all(found)).some((body) => z.array(z.unknown()).parse(body).length > 0);
    },
    async publishDue(now) {
      const query: Query = [["published", "eq.false"], ["publish_at", `lte.${toTimestamp(now)}`], ...EVERYTHING];
      const due = await ask("PATCH", TABLE, { query, body: { published: true }, prefer: REPRESENTED });
      return rowsOf(due.body).map(({ slug }) => slug);
    },
  };
}
