import { IMAGE_BUCKET } from "@vriddhi/core/blog/blog-limits";
import { z } from "zod";
import { Secret } from "./secret.ts";

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
}

/** A hosted backend. The service key never leaves this process. */
export interface SupabaseSettings {
  readonly url: string;
  /** `null`: only the developers' test page uses the backend. */
  readonly serviceKey: Secret | null;
  readonly anonKey: string | null;
}

export interface BlogSettings {
  readonly store: "postgres" | "supabase";
  readonly images: "local" | "s3" | "supabase";
  readonly s3: S3Settings | null;
  readonly supabase: SupabaseSettings | null;
}

const given = <T extends z.ZodType>(type: T) => z.preprocess((text) => (text === "" ? undefined : text), type);
const address = given(z.url({ protocol: /^https?$/ }).optional());
const optional = given(z.string().optional());

export const blogEnvironment = {
  BLOG_STORE: given(z.enum(["postgres", "supabase"]).default("postgres")),
  BLOG_IMAGES: given(z.enum(["local", "s3", "supabase"]).default("local")),
  S3_ENDPOINT: address,
  S3_REGION: given(z.string().default("ap-south-1")),
  S3_BUCKET: given(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .default(IMAGE_BUCKET),
  ),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  SUPABASE_URL: address,
  SUPABASE_SERVICE_KEY: optional,
  SUPABASE_ANON_KEY: optional,
};

type BlogEnvironment = z.infer<z.ZodObject<typeof blogEnvironment>>;
type Env = Readonly<Record<string, string | undefined>>;

export function blogFaults(env: Env): string[] {
  const needs: readonly (readonly [string, string, readonly string[]])[] = [
    ["BLOG_STORE", "supabase", ["SUPABASE_URL", "SUPABASE_SERVICE_KEY"]],
    ["BLOG_IMAGES", "supabase", ["SUPABASE_URL", "SUPABASE_SERVICE_KEY"]],
    ["BLOG_IMAGES", "s3", ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]],
  ];
  return needs.flatMap(([name, value, others]) =>
    env[name] === value
      ? others.filter((other) => env[other] === undefined).map((other) => `${other}: ${name}=${value} needs it`)
      : [],
  );
}

function toS3(env: BlogEnvironment): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secret } = env;
  if (endpoint === undefined || accessKeyId === undefined || secret === undefined) return null;
  return { endpoint, accessKeyId, secretAccessKey: new Secret(secret), region: env.S3_REGION, bucket: env.S3_BUCKET };
}

function toSupabase({ SUPABASE_URL: url, SUPABASE_SERVICE_KEY: key, SUPABASE_ANON_KEY: anon }: BlogEnvironment) {
  if (url === undefined) return null;
  return { url, serviceKey: key === undefined ? null : new Secret(key), anonKey: anon ?? null };
}

export const toBlog = (env: BlogEnvironment): BlogSettings => ({
  store: env.BLOG_STORE,
  images: env.BLOG_IMAGES,
  s3: toS3(env),
  supabase: toSupabase(env),
});
