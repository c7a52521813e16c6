import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PartLogs } from "../event-log/part-log.ts";
import type { Faults } from "../faults/faults.ts";
import type { Caught } from "../inbox/inbox.ts";
import { type BotApi, type BotParams, type BotReply, botError, createBotApi, type TelegramMessage } from "./bot-api.ts";
import { startedPage, startPage } from "./person-page.ts";

export interface TelegramSimulator {
  /** Replaces `https://api.telegram.org`. */
  readonly baseUrl: string;
  /** Replaces `https://t.me`. */
  readonly linkUrl: string;
  readonly botName: string;
  start(payload: string, name?: string): number;
  say(chatId: number, text: string): void;
  block(chatId: number): void;
  list(to?: string): readonly Caught<TelegramMessage>[];
  clear(): void;
  stop(): Promise<void>;
}

const BODY_MAX_BYTES = 64 * 1024;
const POLL_MAX_S = 50;
const RETRY_AFTER_S = 5;
const PERSON = "Sandbox person";

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function toParams(text: string, query: URLSearchParams): BotParams {
  try {
    return { ...Object.fromEntries(query), ...(text === "" ? {} : (JSON.parse(text) as object)) };
  } catch {
    return Object.fromEntries(query);
  }
}

function send(outgoing: ServerResponse, { status, body }: BotReply): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const sendPage = (outgoing: ServerResponse, html: string): void =>
  void outgoing.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);

interface Poll {
  readonly params: BotParams;
  end(reply?: BotReply): void;
}

/** Long polling: one poller at a time, as with the real one. */
function createPolls(bot: BotApi, clock: HumanClock) {
  let waiting: Poll | null = null;
  const wake = (): void => {
    if (waiting && bot.hasUpdates(waiting.params)) waiting.end();
  };
  return {
    wake,
    wait(token: string, params: BotParams, outgoing: ServerResponse): void {
      waiting?.end(botError(409, "Conflict: terminated by other getUpdates request"));
      const seconds = Math.min(Number(params["timeout"] ?? 0), POLL_MAX_S);
      const timer = setTimeout(() => current.end(), seconds * 1000);
      const forget = () => {
        clearTimeout(timer);
        if (waiting === current) waiting = null;
      };
      const current: Poll = {
        params,
        end(reply = bot.handle(token, "getUpdates", params, clock.now())) {
          forget();
          send(outgoing, reply);
        },
      };
      waiting = current;
      outgoing.once("close", forget);
    },
  };
}

interface Asked {
  readonly token: string;
  readonly method: string;
  readonly params: BotParams;
}

interface TelegramDeps {
  readonly clock: HumanClock;
  readonly faults: Faults;
  readonly token: string;
  readonly botName: string;
  readonly port?: number;
  readonly memories?: PartLogs;
}

function createShell(deps: TelegramDeps, bot: BotApi) {
  const polls = createPolls(bot, deps.clock);

  function answer({ token, method, params }: Asked, outgoing: ServerResponse): void {
    const reply = bot.handle(token, method, params, deps.clock.now());
    const isWaiting = method === "getUpdates" && reply.status === 200 && !bot.hasUpdates(params);
    if (isWaiting) polls.wait(token, params, outgoing);
    else send(outgoing, reply);
  }

  function call(asked: Asked, incoming: IncomingMessage, outgoing: ServerResponse): void {
    // The bot polls all the time; a fault is meant for its messages.
    switch (asked.method === "sendMessage" ? deps.faults.take("telegram") : null) {
      case "timeout":
        return;
      case "drop-before-accept":
        return void incoming.socket.destroy();
      case "drop-after-accept":
        bot.handle(asked.token, asked.method, asked.params, deps.clock.now());
        return void incoming.socket.destroy();
      case "http500":
        return void outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
      case "throttle": {
        const words = `Too Many Requests: retry after ${RETRY_AFTER_S}`;
        return void send(outgoing, botError(429, words, { retry_after: RETRY_AFTER_S }));
      }
      case "reject":
        return void send(outgoing, botError(403, "Forbidden: bot was blocked by the user"));
      default:
        answer(asked, outgoing);
    }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://127.0.0.1");
    const text = await readText(incoming);
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(pathname) ?? [];
    if (token !== undefined && method !== undefined)
      return call({ token, method, params: toParams(text, searchParams) }, incoming, outgoing);
    if (pathname !== `/t.me/${deps.botName}`) return send(outgoing, botError(404, "Not Found"));
    if (incoming.method !== "POST") return sendPage(outgoing, startPage(deps.botName, searchParams.get("start") ?? ""));
    bot.start(new URLSearchParams(text).get("start") ?? "", PERSON, deps.clock.now());
    polls.wake();
    sendPage(outgoing, startedPage(deps.botName));
  }

  return { serve, wake: polls.wake };
}

export async function startTelegram(deps: TelegramDeps): Promise<TelegramSimulator> {
  const bot = createBotApi({ ...deps, startedAt: deps.clock.now() });
  const { serve, wake } = createShell(deps, bot);
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port ?? 0, "127.0.0.1", resolve);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const acting = <T>(act: () => T): T => {
    const outcome = act();
    wake();
    return outcome;
  };

  return {
    baseUrl,
    linkUrl: `${baseUrl}/t.me`,
    botName: deps.botName,
    start: (payload, name = PERSON) => acting(() => bot.start(payload, name, deps.clock.now())),
    say: (chatId, text) => acting(() => bot.say(chatId, text, deps.clock.now())),
    block: (chatId) => acting(() => bot.block(chatId, deps.clock.now())),
    list: bot.inbox.list,
    clear: bot.clear,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
