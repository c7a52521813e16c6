import type { Post, PostSummary } from "@vriddhi/contract/blog";
import { brand } from "@vriddhi/core/site/brand";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, useRevalidator } from "react-router";
import { formatIstLongDate, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { InlineProse } from "../../ui/inline-prose.tsx";
import { Prose } from "../../ui/prose.tsx";
import { articleTexts as texts } from "./article.texts.ts";
import type { ArticleReply, ArticleState } from "./article-state.ts";
import { ShareButton } from "./share-button.tsx";

const addressOf = (slug: string): string => `/research/${encodeURIComponent(slug)}`;
const longDate = (instant: string): string => formatIstLongDate(instantOf(instant));

function BackLink() {
  return (
    <Link
      to="/research"
      className="inline-flex h-11 w-fit items-center gap-2 text-sm font-medium text-muted hover:text-text"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {texts.back}
    </Link>
  );
}

interface PictureProps {
  post: PostSummary;
  sizes: string;
  isFirst?: boolean;
  className: string;
}

function Picture({ post, sizes, isFirst = false, className }: PictureProps) {
  const { image, featured_image_url: address } = post;
  if (address === null) return null;
  const sources = image?.sources ?? [];
  return (
    <img
      src={image?.url ?? address}
      {...(sources.length > 0 ? { srcSet: sources.map(({ url, width }) => `${url} ${width}w`).join(", "), sizes } : {})}
      {...(image?.width && image.height ? { width: image.width, height: image.height } : {})}
      alt={post.image_alt}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
      className={className}
    />
  );
}

/** A change on the day of publishing is part of the publication. */
const isUpdated = ({ created_at, updated_at }: Post): boolean =>
  updated_at !== null && longDate(updated_at) !== longDate(created_at);

function Heading({ post }: { post: Post }) {
  return (
    <header className="mx-auto grid w-full max-w-170 gap-4">
      <BackLink />
      <h1 className="text-3xl font-semibold">{post.title}</h1>
      {post.excerpt.trim() !== "" && (
        <p className="text-lg text-muted">
          <InlineProse html={post.excerpt_html} />
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <time dateTime={post.created_at}>{texts.published(longDate(post.created_at))}</time>
          {isUpdated(post) && post.updated_at !== null && (
            <time dateTime={post.updated_at}>{texts.updated(longDate(post.updated_at))}</time>
          )}
        </p>
        <ShareButton title={post.title} />
      </div>
    </header>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label={texts.tags} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            to={`/research?${new URLSearchParams({ tag })}`}
            className="flex h-11 items-center rounded-full border border-line-strong px-4 text-sm font-medium text-muted hover:text-text"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ReadNext({ related }: { related: readonly PostSummary[] }) {
  if (related.length === 0) return null;
  return (
    <section className="mx-auto grid w-full max-w-250 gap-5">
      <h2 className="text-xl font-semibold">{texts.readNext}</h2>
      <ul className="grid gap-6 sm:grid-cols-3">
        {related.map((post) => (
          <li key={post.id} className="group relative grid content-start gap-2">
            <Picture
              post={post}
              sizes="(min-width: 1040px) 320px, (min-width: 640px) 33vw, 100vw"
              className="aspect-[320/168] w-full rounded-md border border-line object-cover"
            />
            <h3 className="font-semibold">
              <Link to={addressOf(post.slug)} className="after:absolute after:inset-0 group-hover:underline">
                {post.title}
              </Link>
            </h3>
            <p className="text-sm text-muted">{longDate(post.created_at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Article({ article: { post, related } }: { article: ArticleReply }) {
  return (
    <div className="page-width grid full-page grid-cols-[minmax(0,1fr)] content-start gap-10 py-10 md:py-14">
      <article className="grid grid-cols-[minmax(0,1fr)] gap-9">
        <Heading post={post} />
        <Picture
          post={post}
          sizes="(min-width: 1040px) 1000px, 100vw"
          isFirst
          className="mx-auto h-auto w-full max-w-250 rounded-lg border border-line"
        />
        <Prose html={post.html} className="mx-auto w-full max-w-170" />
        <footer className="mx-auto grid w-full max-w-170 gap-6">
          <Tags tags={post.tags} />
          {/* Many articles end with the disclosure themselves. */}
          {!post.html.includes(brand.riskDisclosure) && (
            <p className="border-t border-line pt-4 text-sm text-muted">{brand.riskDisclosure}</p>
          )}
        </footer>
      </article>
      <ReadNext related={related} />
      <div className="mx-auto w-full max-w-250">
        <BackLink />
      </div>
    </div>
  );
}

export function ArticlePage({ state }: { state: ArticleState }) {
  const revalidator = useRevalidator();
  if (state.kind === "loaded") return <Article article={state.article} />;
  return (
    <div className="page-width grid full-page place-content-center">
      <ErrorState
        level={1}
        title={state.kind === "missing" ? texts.missing : texts.failed}
        onRetry={() => void revalidator.revalidate()}
        isRetrying={revalidator.state === "loading"}
        action={
          <Button asChild variant="ghost">
            <Link to="/research">{texts.allResearch}</Link>
          </Button>
        }
      >
        {state.kind === "missing" ? texts.missingBody : undefined}
      </ErrorState>
    </div>
  );
}
