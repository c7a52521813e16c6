import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { err, ok } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { istDateOf, toIstText, yearOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { BrokerSimulators } from "@vriddhi/sandbox/broker/start-brokers";
import type { FaultDetails, FaultKind, Faults } from "@vriddhi/sandbox/faults/faults";
import type { GoogleSimulator } from "@vriddhi/sandbox/google/start-google";
import type { Mailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import type { RazorpaySimulator } from "@vriddhi/sandbox/razorpay/start-razorpay";
import { simulators } from "@vriddhi/sandbox/simulators";
import type { SmsSimulator } from "@vriddhi/sandbox/sms/start-sms";
import type { TelegramSimulator } from "@vriddhi/sandbox/telegram/start-telegram";
import type { WebPushSimulator } from "@vriddhi/sandbox/web-push/start-web-push";
import type { Handlers } from "../../platform/http/handler.ts";
import { brokerPlace, exchangeHandlers } from "./exchange.routes.ts";
import { isOwnProcess } from "./kill-process.ts";
import { type MoveDeps, moveClock } from "./move-clock.ts";
import { razorpayPlace } from "./open-razorpay.ts";
import type { ClockReading } from "./sandbox-clock.ts";
import { demoLogins } from "./seed.ts";
import type { SandboxSignal } from "./signal-view.ts";
import type { StaffLogins } from "./staff-logins.ts";

export interface ControlDeps extends MoveDeps {
  readonly mailbox: Mailbox;
  readonly sms: SmsSimulator;
  readonly google: GoogleSimulator;
  readonly razorpay: RazorpaySimulator;
  readonly telegram: TelegramSimulator;
  readonly webPush: WebPushSimulator;
  readonly brokers: BrokerSimulators;
  readonly smsApiKey: string;
  readonly faults: Faults;
  readonly staff: StaffLogins;
  reset(): Promise<void>;
  signals(): Promise<SandboxSignal[]>;
}

const clockReply = ({ now, speed, held, playSpeed, isPaced }: ClockReading) => ({
  now: toIstText(now),
  speed,
  held,
  play_speed: playSpeed,
  paced: isPaced,
  calendar: nseCalendar.isInvented(yearOf(istDateOf(now))) ? ("invented" as const) : ("published" as const),
});

export const demoAccounts = (staff: StaffLogins) => ({
  users: demoLogins(staff),
  admin: { username: "admin", password: staff.admin },
  blogAdmin: { username: "blog", password: staff.blog },
});

/** Serializes moves: a second one waits for the one in progress. */
function createMoves(deps: MoveDeps): (target: EpochMs) => ReturnType<typeof moveClock> {
  let turn: Promise<unknown> = Promise.resolve();
  return (target) => {
    const moved = turn.then(() => moveClock(deps, target));
    turn = moved.catch(() => undefined);
    return moved;
  };
}

/** Moving the clock forward runs what is due in this process. */
function clockHandlers(deps: MoveDeps): Pick<Handlers<keyof typeof sandboxEndpoints>, "readClock" | "setClock"> {
  const move = createMoves(deps);
  return {
    readClock: async () => ok(clockReply(deps.clock.read())),
    async setClock({ body }) {
      if (body.now !== undefined) {
        const moved = await move(epochMs(Date.parse(body.now)));
        if (!moved.ok) return moved;
      }
      if (body.speed !== undefined) await deps.clock.change({ speed: body.speed });
      return ok(clockReply(deps.clock.read()));
    },
  };
}

const definedOf = (details: { readonly [Name in keyof FaultDetails]: FaultDetails[Name] | undefined }): FaultDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));

const isStrike = (kind: FaultKind): boolean => kind === "kill-after-accept" || kind === "stop-after-accept";

export const controlHandlers = (deps: ControlDeps): Handlers<keyof typeof sandboxEndpoints> => ({
  listMail: async ({ query }) => ok([...deps.mailbox.list(query.to)]),
  listSms: async ({ query }) => ok([...deps.sms.list(query.to)]),
  listTelegram: async ({ query }) => ok([...deps.telegram.list(query.to)]),
  listPush: async ({ query }) => ok([...deps.webPush.list(query.to)]),
  makePushDevice: async () => ok(deps.webPush.subscribe()),
  ...clockHandlers(deps),
  readDemoAccounts: async () =>
    ok({
      ...demoAccounts(deps.staff),
      mail: { smtpUrl: deps.mailbox.url },
      sms: { baseUrl: deps.sms.baseUrl, apiKey: deps.smsApiKey },
      google: { issuer: deps.google.issuer },
      razorpay: razorpayPlace(deps.razorpay),
      brokers: recordOf(brokerNames, (broker) => brokerPlace(deps.brokers.of(broker), simulators[broker].loginPath)),
    }),
  async resetSandbox() {
    await deps.reset();
    return ok({ message: "Back to the seeded state" });
  },
  async setFault({ body }) {
    const { target, kind, count, nth, ...details } = body;
    if (isStrike(kind) && !(details.pid !== undefined && isOwnProcess(details.pid))) return err("process_unknown");
    deps.faults.set(target, kind, nth ?? count, definedOf(details));
    return ok({ faults: [...deps.faults.list()] });
  },
  ...exchangeHandlers(deps.brokers),
  listSandboxSignals: async () => ok(await deps.signals()),
  listFaults: async () => ok({ faults: [...deps.faults.list()] }),
  async clearFaults() {
    deps.faults.clear();
    return ok({ message: "No faults" });
  },
});
