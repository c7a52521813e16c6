import { ISSUE_TITLE_MAX, NEWSLETTER_CATEGORIES } from "@vriddhi/core/blog/newsletter";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { newsletterDeskTexts as texts } from "./newsletter.texts.ts";
import { checkPost, type PostFaults, type PostFields } from "./newsletter-posts.ts";
import { RelatedPostsField } from "./related-posts-field.tsx";

const categories = NEWSLETTER_CATEGORIES.map((category) => ({ value: category, label: category }));

interface PartProps {
  post: PostFields;
  faults: PostFaults;
  change(changes: Partial<PostFields>): void;
}

function MainFields({ post, faults, change }: PartProps) {
  return (
    <>
      <TextField
        label={texts.fieldTitle}
        name="title"
        maxLength={ISSUE_TITLE_MAX}
        value={post.title}
        error={faults.title}
        hint={<span className="figures">{`${post.title.length}/${ISSUE_TITLE_MAX}`}</span>}
        onChange={(event) => change({ title: event.target.value })}
      />
      <div className="grid gap-6 sm:grid-cols-3">
        <Select
          label={texts.fieldCategory}
          options={categories}
          value={post.category}
          onValueChange={(category) => change({ category })}
        />
        <TextField
          label={texts.fieldAuthor}
          name="author"
          value={post.author}
          error={faults.author}
          onChange={(event) => change({ author: event.target.value })}
        />
        <TextField
          label={texts.fieldDate}
          name="date"
          type="date"
          value={post.date}
          onChange={(event) => change({ date: event.target.value })}
        />
      </div>
      <TextAreaField
        label={texts.fieldContent}
        name="content"
        rows={10}
        value={post.content}
        error={faults.content}
        hint={texts.contentHint}
        onChange={(event) => change({ content: event.target.value })}
      />
    </>
  );
}

function SourceFields({ post, faults, change }: PartProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-3">
      <TextField
        label={texts.fieldImageUrl}
        name="imageUrl"
        type="url"
        inputMode="url"
        value={post.imageUrl}
        error={faults.imageUrl}
        hint={texts.imageHint}
        onChange={(event) => change({ imageUrl: event.target.value })}
      />
      <TextField
        label={texts.fieldSource}
        name="source"
        value={post.source}
        onChange={(event) => change({ source: event.target.value })}
      />
      <TextField
        label={texts.fieldSourceUrl}
        name="sourceUrl"
        type="url"
        inputMode="url"
        value={post.sourceUrl}
        error={faults.sourceUrl}
        onChange={(event) => change({ sourceUrl: event.target.value })}
      />
    </div>
  );
}

const focusFirst = (form: RefObject<HTMLFormElement | null>, name: string): void =>
  form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

interface PostFormProps {
  start: PostFields;
  isEditing: boolean;
  onSave(post: PostFields): void;
  onCancel(): void;
}

export function PostForm({ start, isEditing, onSave, onCancel }: PostFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [post, setPost] = useState(start);
  const [faults, setFaults] = useState<PostFaults>({});
  const change = (changes: Partial<PostFields>) => setPost((before) => ({ ...before, ...changes }));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const found = checkPost(post);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) focusFirst(form, first);
    else onSave(post);
  };
  return (
    <form ref={form} noValidate className="grid gap-6 p-6" onSubmit={save}>
      <MainFields post={post} faults={faults} change={change} />
      <SourceFields post={post} faults={faults} change={change} />
      <RelatedPostsField value={post.relatedPosts} onChange={(relatedPosts) => change({ relatedPosts })} />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit">
          {isEditing ? texts.update : texts.create}
        </Button>
        {isEditing && <Button onClick={onCancel}>{texts.cancel}</Button>}
      </div>
    </form>
  );
}
