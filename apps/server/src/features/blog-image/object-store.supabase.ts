import { IMAGE_BUCKET, IMAGE_MAX_BYTES, IMAGE_TYPES } from "@vriddhi/core/blog/blog-limits";
import { type Supabase, SupabaseRefusal } from "../../platform/supabase/supabase-rest.ts";
import { BucketMissing, NotAllowed, type ObjectStore, StoreAway } from "./object-store.ts";

const isMissing = ({ message, code }: SupabaseRefusal): boolean =>
  /bucket not found/i.test(message) || code === "NoSuchBucket";
const isForbidden = ({ message, code, status }: SupabaseRefusal): boolean =>
  code === "403" || status === 403 || status === 401 || /row-level security/i.test(message);

function understood(cause: unknown): never {
  if (!(cause instanceof SupabaseRefusal)) throw new StoreAway("the picture store does not answer", { cause });
  if (isMissing(cause)) throw new BucketMissing();
  throw isForbidden(cause) ? new NotAllowed(cause.message) : new StoreAway(cause.message, { cause });
}

export const createSupabaseStore = (supabase: Supabase): ObjectStore => ({
  kind: "supabase",
  async put(name, bytes, type) {
    await supabase.putObject(`${IMAGE_BUCKET}/${name}`, bytes, type).catch(understood);
  },
  get: (name) => supabase.getObject(`${IMAGE_BUCKET}/${name}`).catch(understood),
  async remove(names) {
    await supabase.storage("DELETE", `object/${IMAGE_BUCKET}`, { prefixes: names }).catch(understood);
  },
  async exists() {
    try {
      await supabase.storage("GET", `bucket/${IMAGE_BUCKET}`);
      return true;
    } catch (cause) {
      if (cause instanceof SupabaseRefusal && (isMissing(cause) || cause.code === "404")) return false;
      return understood(cause);
    }
  },
  async create() {
    const bucket = { id: IMAGE_BUCKET, name: IMAGE_BUCKET, public: true };
    const limits = { file_size_limit: IMAGE_MAX_BYTES, allowed_mime_types: IMAGE_TYPES };
    await supabase.storage("POST", "bucket", Object.assign(bucket, limits)).catch(understood);
  },
});
