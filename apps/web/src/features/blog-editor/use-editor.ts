import type { Post } from "@vriddhi/contract/blog";
import { useCallback, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { showToast } from "../../ui/toast.tsx";
import { type DraftFields, emptyFields, isSameText } from "./draft-store.ts";
import { editorTexts as texts } from "./editor.texts.ts";
import { checkFields, type EditorFaults, fieldsOfPost } from "./editor-fields.ts";
import { publishPost } from "./publish-post.ts";
import { loadDraft, useDraft } from "./use-draft.ts";

/** C4.6: a stored draft comes first; without one, the saved article, or an empty page. */
function startOf(post: Post | null): DraftFields {
  const draft = loadDraft(post?.id ?? null);
  if (draft !== null) return draft;
  return post === null ? emptyFields : fieldsOfPost(post);
}

const sayPublished = (post: Post, isEditing: boolean): void => {
  const done = isEditing ? texts.updated : texts.created;
  showToast(
    "success",
    post.published ? done : texts.scheduled(formatIstDateTime(instantOf(post.publish_at ?? post.created_at))),
  );
};

export function useEditor(post: Post | null) {
  const navigate = useNavigate();
  const [edited, setEdited] = useState(post);
  const [fields, setFields] = useState(() => startOf(post));
  const [isLater, setLater] = useState(fields.publishAt !== "");
  const [faults, setFaults] = useState<EditorFaults>({});
  const [isPublishing, setPublishing] = useState(false);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  const original = useRef(edited === null ? emptyFields : fieldsOfPost(edited));
  const isChanged = !isSameText(fields, original.current);
  const replaceFields = useCallback((other: DraftFields) => {
    setFields(other);
    setLater(other.publishAt !== "");
  }, []);
  const draft = useDraft({ postId: edited?.id ?? null, fields, isChanged, onOther: replaceFields });
  const change = (changes: Partial<DraftFields>) => setFields((before) => ({ ...before, ...changes }));

  const publish = async (isForced = false) => {
    const wanted: DraftFields = isLater ? fields : { ...fields, publishAt: "" };
    const found = checkFields(wanted);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    setPublishing(true);
    const outcome = await publishPost(wanted, edited, isForced);
    setPublishing(false);
    if (outcome.kind === "changed") return setChangedElsewhere(true);
    if (outcome.kind === "failed") return showToast("error", outcome.sentence);
    draft.forget();
    sayPublished(outcome.post, edited !== null);
    await navigate(edited !== null && outcome.post.published ? `/research/${outcome.post.slug}` : "/research");
  };

  const saveDraft = () => {
    const isKept = draft.save();
    if (isKept === null) showToast("info", texts.draftEmpty);
    else if (!isKept) showToast("error", texts.draftNotKept);
  };

  const restart = (next: Post) => {
    draft.forget();
    original.current = fieldsOfPost(next);
    setEdited(next);
    replaceFields(fieldsOfPost(next));
  };

  return {
    edited,
    fields,
    change,
    faults,
    isLater,
    setLater,
    isChanged,
    isPublishing,
    publish,
    saveDraft,
    draft,
    replaceFields,
    restart,
    isChangedElsewhere,
    setChangedElsewhere,
  };
}
export type Editor = ReturnType<typeof useEditor>;
