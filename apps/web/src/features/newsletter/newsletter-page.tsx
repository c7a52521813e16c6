import type { ReplyOf } from "@vriddhi/contract/endpoint";
import type { newsletterEndpoints } from "@vriddhi/contract/newsletter";
import Mail from "lucide-react/icons/mail";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { api } from "../../lib/api.ts";
import { formatIstLongDate, instantOf } from "../../lib/format.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Prose } from "../../ui/prose.tsx";
import { MailedLinkPage, type MailedPurpose } from "./mailed-link-page.tsx";
import { newsletterTexts as texts } from "./newsletter.texts.ts";
import { NewsletterPostView } from "./newsletter-post-view.tsx";
import { newestFirst } from "./newsletter-posts.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { useNewsletterPosts } from "./use-newsletter-posts.ts";

type SentIssue = ReplyOf<typeof newsletterEndpoints.listSentIssues>["issues"][number];

/** The mailed issues. A server that does not answer leaves the page as before the first issue. */
function useSentIssues(): readonly SentIssue[] {
  const [issues, setIssues] = useState<readonly SentIssue[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    api("GET", "/api/newsletter/issues", { signal: leaving.signal }).then(
      (reply) => setIssues(reply.issues),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return issues;
}

function Issue({ issue }: { issue: SentIssue }) {
  return (
    <article className="grid gap-4 border-t border-line pt-8">
      <Badge>{issue.category}</Badge>
      <h2 className="text-xl font-semibold">{issue.title}</h2>
      <p className="text-sm text-muted">
        <time dateTime={issue.sent_at}>{formatIstLongDate(instantOf(issue.sent_at))}</time>
      </p>
      <Prose html={issue.html} className="max-w-170" />
    </article>
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState
        title={texts.emptyTitle}
        icon={<Mail className="size-6" aria-hidden="true" />}
        action={
          <Button asChild variant="primary">
            <Link to="/research">{texts.research}</Link>
          </Button>
        }
      >
        {texts.emptyBody}
      </EmptyState>
    </Card>
  );
}

/** The action of a mailed link. Prerendered HTML has no link, and neither has the browser's first render. */
function useMailedLink(): { readonly purpose: MailedPurpose; readonly token: string } | null {
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  for (const purpose of ["confirm", "unsubscribe"] as const) {
    const token = search.get(purpose);
    if (token !== null) return { purpose, token };
  }
  return null;
}

export function NewsletterPage() {
  const link = useMailedLink();
  return link === null ? <Reader /> : <MailedLinkPage purpose={link.purpose} token={link.token} />;
}

function Reader() {
  const issues = useSentIssues();
  const posts = newestFirst(useNewsletterPosts());
  return (
    <div className="page-width grid full-page content-start gap-10 py-12 md:py-20">
      <header className="grid gap-4 pr-12">
        <h1 className="text-3xl font-semibold">{texts.title}</h1>
        <p className="text-lg text-muted">{texts.lead}</p>
      </header>
      <section className="max-w-xl rounded-lg bg-raised p-6">
        <SignUpForm />
      </section>
      {issues.length + posts.length === 0 && <NothingYet />}
      {issues.map((issue) => (
        <Issue key={issue.id} issue={issue} />
      ))}
      {posts.length > 0 && (
        <section className="grid gap-6">
          <header className="grid gap-1">
            <h2 className="text-xl font-semibold">{texts.localTitle}</h2>
            <p className="text-sm text-muted">{texts.localBody}</p>
          </header>
          <div className="grid gap-6 lg:grid-cols-2">
            {posts.map((post) => (
              <NewsletterPostView key={post.id} post={post} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
