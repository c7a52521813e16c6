import { Badge } from "../../ui/badge.tsx";
import { newsletterTexts as texts } from "./newsletter.texts.ts";
import { type NewsletterPost, paragraphsOf, webAddress } from "./newsletter-posts.ts";
import { dayText } from "./post-day.ts";
import { PostPicture } from "./post-picture.tsx";

/** A web address becomes a link; anything else stays text. */
function Reference({ title, url }: { title: string; url: string }) {
  const address = webAddress(url);
  if (address === null) return title;
  return (
    <a className="underline underline-offset-4" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {title}
    </a>
  );
}

/** One post as its readers would see it: its text is never markup. */
export function NewsletterPostView({ post }: { post: NewsletterPost }) {
  return (
    <article className="grid gap-5 rounded-lg border border-line bg-surface p-6 shadow-card md:p-8">
      <PostPicture
        address={post.imageUrl}
        alt={texts.picture(post.title)}
        className="aspect-[1200/630] w-full rounded-md object-cover"
      />
      <header className="grid gap-3">
        <Badge>{post.category}</Badge>
        <h3 className="text-xl font-semibold">{post.title}</h3>
        <p className="text-sm text-muted">
          {post.author} · {dayText(post.date)}
        </p>
      </header>
      <div className="grid max-w-[68ch] gap-4 leading-relaxed">
        {paragraphsOf(post.content).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {post.source !== "" && (
        <p className="text-sm text-muted">
          {texts.source}: <Reference title={post.source} url={post.sourceUrl} />
        </p>
      )}
      {post.relatedPosts.length > 0 && (
        <div className="grid gap-2 border-t border-line pt-4">
          <h4 className="text-sm font-semibold">{texts.related}</h4>
          <ul className="grid gap-1">
            {post.relatedPosts.map(({ title, url }) => (
              <li key={`${title} ${url}`}>
                <Reference title={title} url={url} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}
