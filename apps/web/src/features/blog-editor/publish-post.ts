import type { Post } from "@vriddhi/contract/blog";
import { ApiError } from "../../lib/api.ts";
import { blogApi } from "../../lib/blog-admin-session.ts";
import type { DraftFields } from "./draft-store.ts";
import { editorTexts as texts } from "./editor.texts.ts";
import { toBody } from "./editor-fields.ts";

export interface EditedPost {
  readonly id: string;
  readonly revision: number;
}

export type PublishOutcome =
  | { readonly kind: "done"; readonly post: Post }
  /** Another editor saved it meanwhile. */
  | { readonly kind: "changed" }
  | { readonly kind: "failed"; readonly sentence: string };

const sentenceOf = (cause: unknown, otherwise: string): string =>
  cause instanceof ApiError && cause.detail !== null ? cause.detail : otherwise;

async function create(fields: DraftFields): Promise<PublishOutcome> {
  try {
    return { kind: "done", post: await blogApi("POST", "/api/blog/posts", { body: toBody(fields) }) };
  } catch (cause) {
    return { kind: "failed", sentence: sentenceOf(cause, texts.createFailed) };
  }
}

/** Without `revision` it replaces the current text, which is kept among the earlier versions. */
async function update(fields: DraftFields, id: string, revision: number | null): Promise<PublishOutcome> {
  const body = revision === null ? toBody(fields) : { ...toBody(fields), based_on: revision };
  try {
    return { kind: "done", post: await blogApi("PUT", "/api/blog/admin/posts/{id}", { params: { id }, body }) };
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "post_changed") return { kind: "changed" };
    return { kind: "failed", sentence: sentenceOf(cause, texts.updateFailed) };
  }
}

export const publishPost = (
  fields: DraftFields,
  edited: EditedPost | null,
  isForced: boolean,
): Promise<PublishOutcome> =>
  edited === null ? create(fields) : update(fields, edited.id, isForced ? null : edited.revision);
