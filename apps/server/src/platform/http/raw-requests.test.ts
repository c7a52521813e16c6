import net from "node:net";
import { endpoint } from "@vriddhi/contract/endpoint";
import { ok } from "@vriddhi/core/shared/result";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { answerEcho, type BareApp, createBareApp, echo } from "../../testing/http-app.ts";
import { type CommonMessage, problem } from "./general.messages.ts";

const upload = endpoint({
  method: "POST",
  path: "/upload",
  summary: "Counts the bytes of a file",
  access: "public",
  upload: { types: ["image/png"], maxBytes: 1_000_000 },
  reply: z.strictObject({ bytes: z.number() }),
  problems: [],
});

let bare: BareApp;
let port = 0;
async function listen(given: Parameters<typeof createBareApp>[0] = {}): Promise<void> {
  bare = createBareApp(given);
  bare.mount(echo, answerEcho);
  bare.mount(upload, async (call) => ok({ bytes: call.upload.length }));
  await bare.app.listen({ port: 0, host: "127.0.0.1" });
  const [address] = bare.app.addresses();
  port = typeof address === "object" ? address.port : 0;
}
beforeEach(() => listen());
afterEach(() => bare.app.close());

/** Sends these raw bytes; returns the server's output until it closes. `isCut`: the sender closes its side first. */
function say(bytes: string, { isCut = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1" });
    let response = "";
    socket.setEncoding("utf8").on("data", (piece: string) => {
      response += piece;
    });
    socket.on("error", () => undefined).on("close", () => resolve(response));
    if (isCut) socket.end(bytes);
    else socket.write(bytes);
  });
}

const lines = (...given: string[]): string => `${given.join("\r\n")}\r\n\r\n`;
const posted = (body: string, ...headers: string[]): string =>
  lines("POST /echo HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", "Connection: close", ...headers) +
  body;

function expectRefused(response: string, status: number, code: CommonMessage): void {
  const [head = "", body = ""] = response.split("\r\n\r\n");
  expect([head.split("\r\n")[0], body === "" ? null : JSON.parse(body)]).toEqual([
    expect.stringContaining(`HTTP/1.1 ${status} `),
    problem(code),
  ]);
  expect(head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
}

describe("every refused raw request has one reply format", () => {
  const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, ...headers, "Connection: close");
  const truncated = posted('{"te', "Content-Length: 60");
  const halfFile = lines("POST /upload HTTP/1.1", "Host: 127.0.0.1", "Content-Type: image/png", "Content-Length: 60");

  it.each<[string, string, number, CommonMessage]>([
    ["two Host headers", get("/echo", "Host: 127.0.0.1", "Host: 127.0.0.1"), 400, "invalid_input"],
    ["two Host headers that differ", get("/echo", "Host: 127.0.0.1", "Host: evil.example"), 400, "invalid_input"],
    ["no Host header", get("/echo"), 400, "invalid_input"],
    ["a header that is none", get("/echo", "Host: 127.0.0.1", "no colon"), 400, "invalid_input"],
    ["a request line that is none", lines("hello"), 400, "invalid_input"],
    ["two lengths", posted('{"text":"a"}', "Content-Length: 12", "Content-Length: 13"), 400, "invalid_input"],
    ["two framings", posted("0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked"), 400, "invalid_input"],
    ["no JSON", posted('{"te', "Content-Length: 4"), 400, "invalid_input"],
    ["an unknown path", get("/nowhere", "Host: 127.0.0.1"), 404, "not_found"],
    ["TRACE", lines("TRACE /echo HTTP/1.1", "Host: 127.0.0.1", "Connection: close"), 405, "method_not_allowed"],
    ["a body that is too large", posted("", "Content-Length: 70000"), 413, "body_too_large"],
    [
      "another type",
      lines(
        "POST /echo HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Length: 0",
        "Content-Type: text/plain",
        "Connection: close",
      ),
      415,
      "unsupported_media",
    ],
    [
      "headers that are too large",
      get("/echo", "Host: 127.0.0.1", `X-Long: ${"x".repeat(20_000)}`),
      431,
      "headers_too_large",
    ],
  ])("%s", async (_what, bytes, status, code) => {
    expectRefused(await say(bytes), status, code);
  });

  it.each([
    ["a body", truncated],
    ["a file", halfFile],
    ["the headers", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"],
  ])("%s that stops half-way is refused at its deadline", async (_what, bytes) => {
    await bare.app.close();
    await listen({ requestWithinMs: 300 });
    expectRefused(await say(bytes), 408, "request_timed_out");
  });

  it("an unsupported method is refused with the list of supported ones", async () => {
    expect(await say(lines("TRACE /echo HTTP/1.1", "Host: 127.0.0.1", "Connection: close"))).toMatch(
      /\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/i,
    );
  });

  it.each([
    ["a body", truncated],
    ["a file", halfFile],
  ])("%s whose sender hangs up half-way is refused at once, and is not logged as a failure", async (_what, bytes) => {
    expectRefused(await say(bytes, { isCut: true }), 400, "invalid_input");
    expect(bare.log.join("")).not.toContain("request failed");
  });
});

describe("a repeated key in one object", () => {
  it.each(['{"text":"a","text":"b"}', '{"text":"a","te\\u0078t":"b"}', '{"text":"a","more":[{"x":1,"y":{},"x":2}]}'])(
    "is refused: %s",
    async (body) => {
      expectRefused(await say(posted(body, `Content-Length: ${body.length}`)), 400, "invalid_input");
    },
  );

  it("is not assumed for a key in another object, a list or a text", async () => {
    const text = JSON.stringify({ text: '{"text":"a","text":"b"} \\" [' });
    expect(await say(posted(text, `Content-Length: ${text.length}`))).toContain("HTTP/1.1 200 ");
  });
});
