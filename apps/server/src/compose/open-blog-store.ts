import { createPostDesk } from "../features/blog/post.store.pg.ts";
import { createSupabasePosts } from "../features/blog/post.store.supabase.ts";
import type { PostStore } from "../features/blog/post.store.ts";
import { createPublishedPosts } from "../features/blog/published.store.pg.ts";
import { createPgSetup } from "../features/blog-setup/setup.store.pg.ts";
import { createSupabaseSetup } from "../features/blog-setup/setup.store.supabase.ts";
import type { SetupStore } from "../features/blog-setup/setup.ts";
import type { BlogSettings } from "../platform/config/blog-settings.ts";
import type { Database } from "../platform/db/database.ts";
import { createSupabase } from "../platform/supabase/supabase-rest.ts";
import { openSupabase } from "./open-object-store.ts";

export interface BlogPools {
  readonly reader: Database;
  readonly writer: Database;
}

export function openBlogStore(
  blog: BlogSettings,
  { reader, writer }: BlogPools,
): { posts: PostStore; setup: SetupStore } {
  if (blog.store === "postgres") {
    const posts = { published: createPublishedPosts(reader), desk: createPostDesk(writer) };
    return { posts, setup: createPgSetup({ reader, writer }) };
  }
  const supabase = openSupabase(blog);
  const { url = "", anonKey = null } = blog.supabase ?? {};
  const visitor = anonKey === null ? null : createSupabase({ url, key: anonKey });
  return { posts: createSupabasePosts(supabase), setup: createSupabaseSetup(supabase, visitor) };
}
