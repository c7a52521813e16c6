import type { Random } from "@vriddhi/core/shared/random";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { noPartLogs, type PartLogs } from "../event-log/part-log.ts";
import { createInbox, type Inbox } from "../inbox/inbox.ts";
import { createMsg91, MSG91_PREFIX } from "./msg91.ts";
import { type SmsReply, type SmsRequest, type TextMessage, toPhoneKey } from "./sms-wire.ts";
import { createTwofactor, TWOFACTOR_PREFIX } from "./twofactor.ts";

export interface SmsGateway {
  readonly inbox: Inbox<TextMessage>;
  /** Deterministic: the same seed and the same calls give the same replies. */
  handle(request: SmsRequest, now: EpochMs): SmsReply;
  /** A refusal in the format of the called gateway. */
  refuse(request: SmsRequest, status: number, words: string): SmsReply;
  clear(): void;
}

export function createSmsGateway(deps: {
  readonly apiKey: string;
  readonly random: Random;
  readonly memories?: PartLogs;
}): SmsGateway {
  const memories = deps.memories ?? noPartLogs;
  const inbox = createInbox<TextMessage>({ idPrefix: "sms", toKey: toPhoneKey, memory: memories.memory("sms") });
  const twofactor = createTwofactor({ ...deps, inbox, memories });
  const msg91 = createMsg91({ ...deps, inbox, memories });

  return {
    inbox,
    handle(request, now) {
      if (request.path.startsWith(TWOFACTOR_PREFIX)) return twofactor.handle(request, now);
      if (request.path.startsWith(MSG91_PREFIX)) return msg91.handle(request, now);
      return { status: 404, body: { Status: "Error", Details: "Invalid API Endpoint" } };
    },
    refuse(request, status, words) {
      if (request.path.startsWith(MSG91_PREFIX)) {
        return { status: status === 400 ? 200 : status, body: { type: "error", message: words } };
      }
      return { status, body: { Status: "Error", Details: words } };
    },
    clear() {
      inbox.clear();
      twofactor.clear();
      msg91.clear();
    },
  };
}
