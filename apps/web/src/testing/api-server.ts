import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, vi } from "vitest";

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly delayMs?: number;
  readonly isCutOff?: boolean;
}

export interface ReceivedCall {
  readonly route: string;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ApiServer {
  readonly baseUrl: () => string;
  answer(route: string, answer: Answer): void;
  calls(route?: string): readonly ReceivedCall[];
}

async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const address = request.url ?? "/";
  const route = `${request.method} ${address.split("?")[0]}`;
  return { route, address, headers: request.headers, body: text === "" ? null : JSON.parse(text) };
}

const unknownAddress: Answer = { status: 404, body: { detail: "No such address.", code: "not_found" } };

async function giveAnswer(answer: Answer, response: ServerResponse): Promise<void> {
  if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  if (answer.isCutOff) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
  response.end(answer.text ?? JSON.stringify(answer.body ?? {}));
}

/** A real HTTP server for each test of the file; relative fetches reach it, as they reach our origin in a browser. */
export function provideApiServer(): ApiServer {
  const answers = new Map<string, Answer>();
  const received: ReceivedCall[] = [];
  let server: Server;
  let baseUrl = "";

  beforeEach(async () => {
    answers.clear();
    received.length = 0;
    server = createServer(async (request, response) => {
      const call = await readCall(request);
      received.push(call);
      await giveAnswer(answers.get(call.route) ?? unknownAddress, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const nodeFetch = globalThis.fetch;
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) => nodeFetch(new URL(input, baseUrl).href, init));
  });

  afterEach(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    baseUrl: () => baseUrl,
    answer: (route, answer) => void answers.set(route, answer),
    calls: (route) => received.filter((call) => route === undefined || call.route === route),
  };
}
