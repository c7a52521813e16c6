import { describe, expect, it } from "vitest";
import { readEvents } from "./desk-events.ts";

describe("the back office's stream", () => {
  it("is read block by block, and a half one waits for its rest", () => {
    const first = readEvents("retry: 3000\nid: 4\nevent: hello\ndata: {}\n\n: still here\n\nid: 5\nevent: supp");
    expect(first).toEqual({ events: [{ kind: "hello", id: "4" }], rest: "id: 5\nevent: supp" });
    expect(readEvents(`${first.rest}ort\ndata: {"thread":"x"}\n\n`)).toEqual({
      events: [{ kind: "support", id: "5" }],
      rest: "",
    });
  });
});
