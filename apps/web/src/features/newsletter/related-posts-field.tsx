import X from "lucide-react/icons/x";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { newsletterDeskTexts as texts } from "./newsletter.texts.ts";
import type { RelatedPost } from "./newsletter-posts.ts";

interface RelatedPostsFieldProps {
  value: readonly RelatedPost[];
  onChange(value: readonly RelatedPost[]): void;
}

/** C5.7: Add works once the title is not blank. */
export function RelatedPostsField({ value, onChange }: RelatedPostsFieldProps) {
  const [title, setTitle] = useState("");
  const [url, setUrl] = useState("");
  const isReady = title.trim() !== "";
  const add = () => {
    if (!isReady) return;
    onChange([...value, { title: title.trim(), url: url.trim() }]);
    setTitle("");
    setUrl("");
  };
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-sm font-semibold">{texts.relatedHeading}</legend>
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <TextField label={texts.relatedTitle} value={title} onChange={(event) => setTitle(event.target.value)} />
        <TextField
          label={texts.relatedUrl}
          type="url"
          inputMode="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button className="h-12" disabled={!isReady} onClick={add}>
          {texts.add}
        </Button>
      </div>
      {value.length > 0 && (
        <ul className="grid gap-2">
          {value.map((related, place) => (
            <li
              key={`${related.title} ${related.url}`}
              className="flex items-center justify-between gap-3 rounded-md border border-line pl-4"
            >
              <span className="min-w-0 py-2">
                <span className="block truncate font-medium">{related.title}</span>
                {related.url !== "" && <span className="block truncate text-sm text-muted">{related.url}</span>}
              </span>
              <button
                type="button"
                aria-label={texts.remove(related.title)}
                className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-text"
                onClick={() => onChange(value.filter((_, other) => other !== place))}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
