import { join } from "node:path";
import { IMAGE_BUCKET } from "@vriddhi/core/blog/blog-limits";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { createLocalStore } from "../features/blog-image/object-store.local.ts";
import { createS3Store } from "../features/blog-image/object-store.s3.ts";
import { createSupabaseStore } from "../features/blog-image/object-store.supabase.ts";
import type { ObjectStore } from "../features/blog-image/object-store.ts";
import type { BlogSettings } from "../platform/config/blog-settings.ts";
import type { Config } from "../platform/config/config.ts";
import { createSupabase, type Supabase } from "../platform/supabase/supabase-rest.ts";

export function openObjectStore({ blog, dataDir }: Config, clock: HumanClock): ObjectStore {
  if (blog.images === "s3" && blog.s3 !== null) {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = blog.s3;
    return createS3Store({ endpoint, region, bucket, accessKeyId, secretAccessKey: secretAccessKey.reveal() }, clock);
  }
  if (blog.images === "supabase") return createSupabaseStore(openSupabase(blog));
  return createLocalStore(join(dataDir, IMAGE_BUCKET));
}

export function openSupabase({ supabase }: BlogSettings): Supabase {
  if (supabase === null || supabase.serviceKey === null) throw new Error("the Supabase settings are incomplete");
  return createSupabase({ url: supabase.url, key: supabase.serviceKey.reveal() });
}
