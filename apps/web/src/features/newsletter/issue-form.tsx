import {
  ISSUE_CONTENT_MAX,
  ISSUE_TITLE_MAX,
  NEWSLETTER_CATEGORIES,
  type NewsletterCategory,
} from "@vriddhi/core/blog/newsletter";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { blogApi } from "../../lib/blog-admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Select } from "../../ui/select.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { issuesTexts as texts } from "./issues.texts.ts";

const categories = NEWSLETTER_CATEGORIES.map((category) => ({ value: category, label: category }));

export function IssueForm({ onClose }: { onClose(): void }) {
  const [category, setCategory] = useState<NewsletterCategory>("Market Analysis");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keep = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const body = { title: String(data.get("title")), category, content: String(data.get("content")) };
    setBusy(true);
    try {
      await blogApi("POST", "/api/newsletter/admin/issues", { body });
      showToast("success", texts.kept);
      onClose();
    } catch (cause) {
      setFault(cause instanceof ApiError && cause.detail !== null ? cause.detail : texts.failed);
      setBusy(false);
    }
  };
  return (
    <form noValidate className="grid gap-5 border-b border-line p-6" onSubmit={(event) => void keep(event)}>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField label={texts.fieldTitle} name="title" maxLength={ISSUE_TITLE_MAX} />
        <Select label={texts.fieldCategory} options={categories} value={category} onValueChange={setCategory} />
      </div>
      <TextAreaField label={texts.fieldContent} name="content" maxLength={ISSUE_CONTENT_MAX} rows={10} />
      <FormFault>{fault}</FormFault>
      <div className="flex gap-3">
        <Button type="submit" isBusy={isBusy}>
          {texts.keep}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
