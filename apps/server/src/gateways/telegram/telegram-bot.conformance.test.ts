import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { startTelegram, type TelegramSimulator } from "@vriddhi/sandbox/telegram/start-telegram";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../platform/config/secret.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { createTelegramBot, type TelegramBot } from "./telegram-bot.ts";

const TOKEN = "7000001:a-secret-token";
const signal = new AbortController().signal;
let faults: Faults;
let telegram: TelegramSimulator;
let bot: TelegramBot;
let log: string[];

const newBot = (token = TOKEN) =>
  createTelegramBot({
    apiUrl: telegram.baseUrl,
    linkUrl: telegram.linkUrl,
    token: new Secret(token),
    log: createLogger("debug", (line) => void log.push(line)),
  });

beforeEach(async () => {
  log = [];
  faults = createFaults();
  telegram = await startTelegram({ clock: createVirtualClock(), faults, token: TOKEN, botName: "test_bot" });
  bot = newBot();
});
afterEach(async () => {
  await bot.close();
  await telegram.stop();
  expect(log.join()).not.toContain("a-secret-token");
});

describe("a chat message", () => {
  it("arrives unchanged in the chat that its user started", async () => {
    const chat = String(telegram.start(""));
    const text = "Log in <today> & be ready\nhttps://vriddhi.example/x";
    expect(await bot.send(chat, text)).toEqual({ kind: "sent" });
    expect(telegram.list(chat)).toEqual([expect.objectContaining({ to: chat, text })]);
  });

  it("to a user who blocked the bot, or never started it, is undeliverable", async () => {
    const chat = telegram.start("");
    telegram.block(chat);
    expect(await bot.send(String(chat), "x")).toEqual({ kind: "gone" });
    expect(await bot.send("1", "x")).toEqual({ kind: "gone" });
  });

  it("waits as long as Telegram demands", async () => {
    const chat = String(telegram.start(""));
    faults.set("telegram", "throttle");
    expect(await bot.send(chat, "x")).toEqual({ kind: "again", afterSeconds: 5, reason: "http_429" });
  });

  it.each(["http500", "drop-before-accept"] as const)("is retried after %s", async (kind) => {
    const chat = String(telegram.start(""));
    faults.set("telegram", kind);
    expect(await bot.send(chat, "x")).toMatchObject({ kind: "again", afterSeconds: null });
  });

  it("is not retried when Telegram refuses it, but is after a wrong token", async () => {
    const chat = String(telegram.start(""));
    expect(await bot.send(chat, "x".repeat(5_000))).toEqual({ kind: "refused", reason: "http_400" });
    const stranger = newBot("1:wrong");
    expect(await stranger.send(chat, "x")).toMatchObject({ kind: "again" });
    await stranger.close();
  });
});

describe("the bot", () => {
  it("has a link that starts a chat with a token", async () => {
    expect(await bot.startAddress("t-1")).toBe(`${telegram.linkUrl}/test_bot?start=t-1`);
  });

  it("receives updates during a long poll, and never the same update after it confirmed it", async () => {
    const received = bot.updates(0, signal);
    const chat = telegram.start("token-1", "Asha");
    const [update, ...more] = (await received) ?? [];
    expect(more).toEqual([]);
    expect(update?.message).toMatchObject({ text: "/start token-1", chat: { id: chat, first_name: "Asha" } });
    telegram.say(chat, "/stop");
    const [next] = (await bot.updates((update?.update_id ?? 0) + 1, signal)) ?? [];
    expect(next?.message?.text).toBe("/stop");
  });

  it("stops polling on abort", async () => {
    const stopping = new AbortController();
    const received = bot.updates(0, stopping.signal);
    stopping.abort();
    expect(await received).toBeNull();
  });

  it("detects a second bot instance: the first poll is terminated", async () => {
    const first = bot.updates(0, signal);
    await expect.poll(() => bot.startAddress("x")).not.toBeNull();
    const second = bot.updates(0, signal);
    expect(await first).toBeNull();
    telegram.start("x");
    expect(await second).toHaveLength(1);
  });
});
