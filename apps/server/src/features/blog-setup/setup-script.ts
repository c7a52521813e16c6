import { IMAGE_BUCKET, IMAGE_MAX_BYTES, IMAGE_TYPES } from "@vriddhi/core/blog/blog-limits";

/** SQL that a hosted backend's owner runs once: everyone reads published posts, only the service key writes. */
export const setupScript = `-- Table of the blog
create table if not exists public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title varchar(255) not null,
  content text not null,
  excerpt text,
  featured_image_url text,
  image_alt text not null default '',
  tags text not null default '',
  slug varchar(255) not null unique,
  published boolean not null default true,
  publish_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  revision integer not null default 1
);
create index if not exists blog_posts_newest on public.blog_posts (published, created_at desc);
create table if not exists public.blog_revisions (
  post_id uuid not null references public.blog_posts (id) on delete cascade,
  revision integer not null,
  title varchar(255) not null,
  content text not null,
  excerpt text,
  featured_image_url text,
  image_alt text not null default '',
  tags text not null default '',
  saved_at timestamptz not null,
  saved_by text,
  primary key (post_id, revision)
);

-- Who may see what
alter table public.blog_posts enable row level security;
alter table public.blog_revisions enable row level security;
drop policy if exists "published posts are public" on public.blog_posts;
create policy "published posts are public" on public.blog_posts for select to anon, authenticated using (published);

-- Pictures
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('${IMAGE_BUCKET}', '${IMAGE_BUCKET}', true, ${IMAGE_MAX_BYTES}, array[${IMAGE_TYPES.map((type) => `'${type}'`).join(", ")}])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
`;
