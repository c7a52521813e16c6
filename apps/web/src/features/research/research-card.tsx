import type { PostSummary } from "@vriddhi/contract/blog";
import type { CSSProperties } from "react";
import { Link } from "react-router";
import { formatIstLongDate, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { InlineProse } from "../../ui/inline-prose.tsx";
import { researchTexts as texts } from "./research.texts.ts";
import { type CardClass, cardClass, cardSize } from "./research-grid.ts";

const SIZES: Record<CardClass, string> = {
  featured: "(min-width: 1200px) 614px, 100vw",
  medium: "(min-width: 1200px) 566px, (min-width: 996px) 50vw, 100vw",
  compact: "(min-width: 1200px) 370px, (min-width: 996px) 50vw, 100vw",
};

/** The first picture is the page's largest paint; the others load lazily (C2.18). */
function CardPicture({ post, look, isFirst }: { post: PostSummary; look: CardClass; isFirst: boolean }) {
  const { image, featured_image_url: address } = post;
  if (address === null) return null;
  const sources = image?.sources ?? [];
  return (
    <div data-card-picture className="research-picture">
      <img
        src={image?.url ?? address}
        {...(sources.length > 0
          ? { srcSet: sources.map(({ url, width }) => `${url} ${width}w`).join(", "), sizes: SIZES[look] }
          : {})}
        alt={post.image_alt}
        {...(image?.width && image.height ? { width: image.width, height: image.height } : {})}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
      />
    </div>
  );
}

/** C2.18, C2.19. A card's class depends on the layout; the styles show what fits. */
export function ResearchCard({ post, place, style }: { post: PostSummary; place: number; style: CSSProperties }) {
  const large = cardClass(cardSize("large", place).columns);
  const medium = cardClass(cardSize("medium", place).columns);
  return (
    <li data-card data-large={large} data-medium={medium} className="research-card" style={style}>
      <CardPicture post={post} look={large} isFirst={place === 0} />
      <div data-card-body className="research-body">
        <span className="research-badge">
          <Badge tone="accent">{texts.featured}</Badge>
        </span>
        <h2 className="research-title">
          <Link to={`/research/${encodeURIComponent(post.slug)}`}>{post.title}</Link>
        </h2>
        <p className="research-excerpt">
          {post.excerpt.trim() === "" ? texts.noExcerpt : <InlineProse html={post.excerpt_html} />}
        </p>
        <p className="research-meta">
          <time dateTime={post.created_at}>{formatIstLongDate(instantOf(post.created_at))}</time>
          <span className="research-read">{texts.readTime}</span>
        </p>
      </div>
    </li>
  );
}
