import { randomInt } from "node:crypto";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PartLogs } from "@vriddhi/sandbox/event-log/part-log";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import { startTelegram, type TelegramSimulator } from "@vriddhi/sandbox/telegram/start-telegram";
import { startWebPush, type WebPushSimulator } from "@vriddhi/sandbox/web-push/start-web-push";
import type { TelegramSettings } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import type { Closing } from "../closing.ts";
import { type Ports, portIn } from "./sandbox-ports.ts";
import type { Addresses } from "./sandbox-store.ts";

const BOT = { token: "7000000:sandbox-telegram-bot-token", botName: "vriddhi_sandbox_bot" } as const;

export interface Messengers {
  readonly telegram: TelegramSimulator;
  readonly webPush: WebPushSimulator;
}

export async function openMessengers(
  { clock, closing }: { readonly clock: HumanClock; readonly closing: Closing },
  { faults, memories, ports }: { readonly faults: Faults; readonly memories: PartLogs; readonly ports: Ports },
): Promise<Messengers> {
  const telegram = await ports.again(
    "telegram",
    (port) => startTelegram({ ...BOT, clock, faults, memories, port }),
    ({ baseUrl }) => portIn(baseUrl),
  );
  closing.add("sandbox telegram", telegram.stop);
  const random = createSeededRandom(randomInt(2 ** 31));
  const webPush = await ports.again(
    "push",
    (port) => startWebPush({ clock, faults, memories, random, port }),
    ({ origin }) => portIn(origin),
  );
  closing.add("sandbox web push", webPush.stop);
  return { telegram, webPush };
}

export const messengerAddresses = ({ telegram, webPush }: Messengers) => ({
  telegramUrl: telegram.baseUrl,
  telegramLinkUrl: telegram.linkUrl,
  pushOrigin: webPush.origin,
});

export const telegramSettings = ({ telegramUrl, telegramLinkUrl }: Addresses): TelegramSettings => ({
  apiUrl: telegramUrl,
  linkUrl: telegramLinkUrl,
  token: new Secret(BOT.token),
});
