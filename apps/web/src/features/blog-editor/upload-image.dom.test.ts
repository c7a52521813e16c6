import { beforeEach, describe, expect, it, vi } from "vitest";
import { uploadImage } from "./upload-image.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** XMLHttpRequest as far as an upload uses it: it reports progress and then the next answer. */
class FakeRequest {
  static answers: Answer[] = [];
  static sent: { readonly headers: Record<string, string>; readonly file: File }[] = [];
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  status = 0;
  response: unknown = null;
  responseType = "";
  readonly headers: Record<string, string> = {};
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(file: File) {
    FakeRequest.sent.push({ headers: this.headers, file });
    const answer = FakeRequest.answers.shift() ?? { status: 0, body: null };
    this.upload.onprogress?.({ loaded: file.size / 2, total: file.size });
    this.status = answer.status;
    this.response = answer.body;
    if (answer.status === 0) this.onerror?.();
    else this.onload?.();
  }
}

const setups: unknown[] = [];
let setupAnswer: Answer = { status: 200, body: {} };

beforeEach(() => {
  FakeRequest.answers = [];
  FakeRequest.sent = [];
  setups.length = 0;
  setupAnswer = { status: 200, body: {} };
  localStorage.setItem("blog_admin", JSON.stringify({ role: "blog_admin", access_token: "t1", token_type: "bearer" }));
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    setups.push(JSON.parse(String(init.body)));
    return new Response(JSON.stringify(setupAnswer.body), { status: setupAnswer.status });
  });
});

const picture = (type = "image/png", bytes = 10) => new File([new Uint8Array(bytes)], "p.png", { type });
const uploaded: Answer = { status: 200, body: { url: "/blog-images/1-a.png", path: "blog-images/1-a.png" } };
const noBucket: Answer = { status: 409, body: { detail: "Bucket not found", code: "bucket_missing" } };

describe("a picture's upload", () => {
  it("sends its bytes with the token, reports progress and returns the address", async () => {
    FakeRequest.answers = [uploaded];
    const progress = vi.fn();
    expect(await uploadImage(picture(), progress)).toEqual({ success: true, url: "/blog-images/1-a.png" });
    expect(FakeRequest.sent[0]?.headers).toMatchObject({ "content-type": "image/png", authorization: "Bearer t1" });
    expect(progress).toHaveBeenCalledWith(50);
  });

  it.each(["image/svg+xml", "text/html", ""])("[C5.5] refuses %s before it is sent", async (type) => {
    expect(await uploadImage(picture(type), vi.fn())).toEqual({
      success: false,
      error: "Image upload failed: only JPEG, PNG, GIF and WebP pictures can be used.",
    });
    expect(FakeRequest.sent).toEqual([]);
  });

  it("[C5.5] refuses more than 5 MB and takes exactly 5 MB", async () => {
    FakeRequest.answers = [uploaded];
    expect((await uploadImage(picture("image/png", 5_242_881), vi.fn())).success).toBe(false);
    expect((await uploadImage(picture("image/png", 5_242_880), vi.fn())).success).toBe(true);
  });

  it("[C4.14] sets up storage where the bucket is missing, and sends it once more", async () => {
    FakeRequest.answers = [noBucket, uploaded];
    expect(await uploadImage(picture(), vi.fn())).toEqual({ success: true, url: "/blog-images/1-a.png" });
    expect(setups).toEqual([{ part: "storage" }]);
    expect(FakeRequest.sent).toHaveLength(2);
  });

  it("[C4.14] [C8.4] tries no third time", async () => {
    FakeRequest.answers = [noBucket, noBucket, uploaded];
    expect(await uploadImage(picture(), vi.fn())).toEqual({
      success: false,
      error: "Image upload failed: Bucket not found",
    });
    expect(FakeRequest.sent).toHaveLength(2);
  });

  it("[C8.4] says when storage could not be set up", async () => {
    FakeRequest.answers = [noBucket];
    setupAnswer = { status: 409, body: { detail: "not allowed", code: "setup_by_hand" } };
    expect(await uploadImage(picture(), vi.fn())).toEqual({
      success: false,
      error: "Storage setup failed: not allowed",
    });
  });

  it.each([
    [{ status: 400, body: { detail: "This is no picture." } }, "Image upload failed: This is no picture."],
    [{ status: 413, body: null }, "Image upload failed: the server refused it."],
    [{ status: 0, body: null }, "Image upload failed: the server did not answer. Please check your connection."],
  ])("[C8.4] [C8.6] says why it failed", async (answer, error) => {
    FakeRequest.answers = [answer];
    expect(await uploadImage(picture(), vi.fn())).toEqual({ success: false, error });
  });
});
