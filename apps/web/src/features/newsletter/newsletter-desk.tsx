import ExternalLink from "lucide-react/icons/external-link";
import { useEffect, useState } from "react";
import { istToday } from "../../lib/clock.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Stat } from "../../ui/stat.tsx";
import { showToast } from "../../ui/toast.tsx";
import { newsletterDeskTexts as texts } from "./newsletter.texts.ts";
import { emptyPost, type NewsletterPost, type PostFields, statsOf } from "./newsletter-posts.ts";
import { PostForm } from "./post-form.tsx";
import { PostList } from "./post-list.tsx";
import { currentPosts, seedPosts, storePosts, useNewsletterPosts } from "./use-newsletter-posts.ts";

function Figures({ posts }: { posts: readonly NewsletterPost[] }) {
  const { total, latest, topCategory } = statsOf(posts);
  const cards = [
    { label: texts.totalPosts, value: total },
    { label: texts.latestPost, value: latest?.title ?? texts.none },
    { label: texts.topCategory, value: topCategory ?? texts.none },
  ];
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {cards.map(({ label, value }) => (
        <Card key={label} className="p-6">
          <dl>
            <Stat label={label} value={<span className="line-clamp-2">{value}</span>} />
          </dl>
        </Card>
      ))}
    </div>
  );
}

function keep(posts: readonly NewsletterPost[], success: string): boolean {
  const isKept = storePosts(posts);
  showToast(isKept ? "success" : "error", isKept ? success : texts.notKept);
  return isKept;
}

/** Changes the stored posts, not this page's copy: another tab may have written since. */
function save(edited: NewsletterPost | null, fields: PostFields): boolean {
  const posts = currentPosts();
  if (edited === null) return keep([{ ...fields, id: crypto.randomUUID() }, ...posts], texts.created);
  const changed = { ...fields, id: edited.id };
  const isThere = posts.some(({ id }) => id === edited.id);
  const next = isThere ? posts.map((post) => (post.id === edited.id ? changed : post)) : [changed, ...posts];
  return keep(next, texts.updated);
}

const remove = (gone: NewsletterPost): boolean =>
  keep(
    currentPosts().filter(({ id }) => id !== gone.id),
    texts.deleted,
  );

/** C2.31-C2.33, C7.28: everything happens in this browser; no request is sent and no role is needed. */
export function NewsletterDesk() {
  const posts = useNewsletterPosts();
  const [edited, setEdited] = useState<NewsletterPost | null>(null);
  const [doomed, setDoomed] = useState<NewsletterPost | null>(null);
  /** A new form for each start: earlier input is gone. */
  const [turn, setTurn] = useState(0);
  useEffect(seedPosts, []);
  const open = (post: NewsletterPost | null) => {
    setEdited(post);
    setTurn((before) => before + 1);
    if (post !== null) window.scrollTo({ top: 0 });
  };
  const confirmDelete = () => {
    if (doomed !== null && remove(doomed) && doomed.id === edited?.id) open(null);
    setDoomed(null);
  };
  return (
    <div className="page-width grid full-page content-start gap-8 py-12">
      <header className="flex flex-wrap items-end justify-between gap-4 pr-12">
        <div className="grid gap-2">
          <h1 className="text-2xl font-semibold">{texts.title}</h1>
          <p className="text-muted">{texts.lead}</p>
        </div>
        <Button asChild>
          <a href="/newsletter" target="_blank" rel="noopener">
            <ExternalLink className="size-4.5" aria-hidden="true" />
            {texts.preview}
          </a>
        </Button>
      </header>
      <Figures posts={posts} />
      <Card>
        <CardHeader title={edited === null ? texts.createHeading : texts.editHeading} />
        <PostForm
          key={turn}
          start={edited ?? emptyPost(istToday())}
          isEditing={edited !== null}
          onSave={(fields) => save(edited, fields) && open(null)}
          onCancel={() => open(null)}
        />
      </Card>
      <PostList posts={posts} onEdit={open} onDelete={setDoomed} />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(isOpen) => !isOpen && setDoomed(null)}
        title={texts.deleteTitle}
        body={texts.deleteQuestion}
        confirmLabel={texts.delete}
        tone="danger"
        onConfirm={confirmDelete}
      />
    </div>
  );
}
