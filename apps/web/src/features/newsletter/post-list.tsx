import Search from "lucide-react/icons/search";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { inputClass } from "../../ui/field.tsx";
import { newsletterDeskTexts as texts } from "./newsletter.texts.ts";
import { type NewsletterPost, newestFirst, searchPosts } from "./newsletter-posts.ts";
import { dayText } from "./post-day.ts";
import { PostPicture } from "./post-picture.tsx";

interface PostListProps {
  posts: readonly NewsletterPost[];
  onEdit(post: NewsletterPost): void;
  onDelete(post: NewsletterPost): void;
}

function SearchField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  return (
    <div className="relative w-full sm:w-72">
      <label htmlFor={id} className="sr-only">
        {texts.search}
      </label>
      <Search
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4.5 text-muted"
        aria-hidden="true"
      />
      <input
        id={id}
        type="search"
        value={value}
        placeholder={texts.search}
        className={classNames(inputClass(false), "pl-11")}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

export function PostList({ posts, onEdit, onDelete }: PostListProps) {
  const [query, setQuery] = useState("");
  const found = newestFirst(searchPosts(posts, query));
  return (
    <Card>
      <CardHeader title={texts.listHeading} action={<SearchField value={query} onChange={setQuery} />} />
      {found.length === 0 ? (
        <p className="px-6 py-10 text-center text-muted">{posts.length === 0 ? texts.noPosts : texts.noMatch}</p>
      ) : (
        <ul className="divide-y divide-line">
          {found.map((post) => (
            <li key={post.id} className="grid items-center gap-4 px-6 py-4 sm:grid-cols-[auto_1fr_auto]">
              <PostPicture
                address={post.imageUrl}
                alt=""
                className="hidden aspect-16/9 w-28 rounded-md object-cover sm:block"
              />
              <div className="min-w-0">
                <h3 className="font-semibold">{post.title}</h3>
                <p className="text-sm text-muted">
                  {post.category} · {post.author} · {dayText(post.date)}
                </p>
              </div>
              <div className="flex gap-2">
                <Button size="sm" onClick={() => onEdit(post)} aria-label={`${texts.edit} ${post.title}`}>
                  {texts.edit}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  className="text-danger!"
                  onClick={() => onDelete(post)}
                  aria-label={`${texts.delete} ${post.title}`}
                >
                  {texts.delete}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
