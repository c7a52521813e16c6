import type { blogEndpoints } from "@vriddhi/contract/blog";
import type { ReplyOf } from "@vriddhi/contract/endpoint";
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from "@vriddhi/core/blog/blog-limits";
import { ApiError } from "../../lib/api.ts";
import { blogApi, blogToken } from "../../lib/blog-admin-session.ts";
import { uploadTexts as texts } from "./editor.texts.ts";

type Uploaded = ReplyOf<typeof blogEndpoints.uploadImage>;

export type UploadOutcome =
  | { readonly success: true; readonly url: string }
  | { readonly success: false; readonly error: string };

interface Answer {
  /** 0: no answer. */
  readonly status: number;
  readonly body: unknown;
}

/** fetch reports no upload progress, so XMLHttpRequest sends the picture. */
function send(file: File, onProgress: (percent: number) => void): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/blog/images");
    request.responseType = "json";
    request.setRequestHeader("content-type", file.type);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("authorization", `Bearer ${blogToken() ?? ""}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / Math.max(1, total)) * 100));
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.onerror = () => resolve({ status: 0, body: null });
    request.send(file);
  });
}

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? { ...body } : {};

const detailOf = ({ status, body }: Answer): string => {
  const { detail } = fieldsOf(body);
  if (typeof detail === "string") return detail;
  return status === 0 ? texts.unreachable : texts.unknown;
};

const lacksBucket = ({ body }: Answer): boolean => {
  const { code, detail } = fieldsOf(body);
  return code === "bucket_missing" || (typeof detail === "string" && detail.includes("Bucket not found"));
};

async function setUpStorage(): Promise<string | null> {
  try {
    await blogApi("POST", "/api/blog/setup", { body: { part: "storage" } });
    return null;
  } catch (cause) {
    return cause instanceof ApiError ? (cause.detail ?? texts.unreachable) : String(cause);
  }
}

/** C5.5: the server checks the bytes; this only saves a certain refusal. */
function faultOf(file: File): string | null {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return texts.type;
  return file.size > IMAGE_MAX_BYTES ? texts.size : null;
}

/** C4.14: where the bucket is missing, storage is set up and the picture sent once more. Never rejects. */
export async function uploadImage(file: File, onProgress: (percent: number) => void): Promise<UploadOutcome> {
  const fault = faultOf(file);
  if (fault !== null) return { success: false, error: texts.failed(fault) };
  let answer = await send(file, onProgress);
  if (lacksBucket(answer)) {
    const refusal = await setUpStorage();
    if (refusal !== null) return { success: false, error: texts.setupFailed(refusal) };
    answer = await send(file, onProgress);
  }
  if (answer.status !== 200) return { success: false, error: texts.failed(detailOf(answer)) };
  return { success: true, url: (answer.body as Uploaded).url };
}
