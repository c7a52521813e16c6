import { POST_TITLE_MAX } from "@vriddhi/core/blog/blog-limits";
import { slugCandidate } from "@vriddhi/core/blog/slug";
import { TextField } from "../../ui/field.tsx";
import { FieldError } from "../../ui/field-error.tsx";
import { Select } from "../../ui/select.tsx";
import type { DraftFields } from "./draft-store.ts";
import { editorTexts as texts } from "./editor.texts.ts";
import { FeaturedImageField } from "./featured-image-field.tsx";

interface TitleFieldProps {
  title: string;
  /** An article keeps its address. */
  slug: string | null;
  error: string | undefined;
  onChange(title: string): void;
}

const slugOf = (title: string): string => (title.trim() === "" ? "" : slugCandidate(title.trim(), 1));

export function TitleField({ title, slug, error, onChange }: TitleFieldProps) {
  return (
    <div className="grid gap-1">
      <label htmlFor="post-title" className="sr-only">
        {texts.title}
      </label>
      <input
        id="post-title"
        name="title"
        value={title}
        maxLength={POST_TITLE_MAX}
        placeholder={texts.titlePlaceholder}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "post-title-error" : undefined}
        className="w-full rounded-sm bg-transparent text-2xl font-semibold placeholder:text-muted"
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FieldError id="post-title-error">{error}</FieldError>}
      <p className="truncate text-sm text-muted">
        /research/<b className="font-semibold">{slug ?? slugOf(title)}</b>
      </p>
    </div>
  );
}

const whens = [
  { value: "now", label: texts.publishNow },
  { value: "later", label: texts.publishLater },
] as const;

interface DetailFieldsProps {
  fields: DraftFields;
  change(changes: Partial<DraftFields>): void;
  isLater: boolean;
  onLater(isLater: boolean): void;
  onBusy(isBusy: boolean): void;
}

export function DetailFields({ fields, change, isLater, onLater, onBusy }: DetailFieldsProps) {
  return (
    <div className="grid-cols-[minmax(0,26rem)_minmax(0,1fr)_auto] gap-5 px-7 pb-5 max-lg:contents lg:grid">
      <div className="px-5 pb-5 md:px-7 lg:p-0">
        <FeaturedImageField address={fields.featuredImage} alt={fields.imageAlt} onChange={change} onBusy={onBusy} />
      </div>
      <div className="grid gap-5 px-5 pb-5 max-md:order-1 max-md:pt-5 md:grid-cols-[minmax(0,1fr)_auto] md:px-7 lg:contents">
        <TextField
          label={texts.tags}
          hint={texts.tagsHint}
          value={fields.tags}
          onChange={(event) => change({ tags: event.target.value })}
        />
        <div className="flex flex-wrap items-start gap-3">
          <Select
            label={texts.publish}
            options={whens}
            value={isLater ? "later" : "now"}
            onValueChange={(when) => onLater(when === "later")}
            className="min-w-40 flex-1"
          />
          {isLater && (
            <TextField
              label={texts.publishAt}
              type="datetime-local"
              value={fields.publishAt}
              onChange={(event) => change({ publishAt: event.target.value })}
            />
          )}
        </div>
      </div>
    </div>
  );
}
