import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { ok } from "@vriddhi/core/shared/result";
import { epochMs } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import type { GoogleSimulator } from "@vriddhi/sandbox/google/start-google";
import type { Mailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import type { SmsSimulator } from "@vriddhi/sandbox/sms/start-sms";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ClockReading, SandboxClock } from "./sandbox-clock.ts";
import { demoUsers } from "./seed.ts";

export interface ControlDeps {
  readonly mailbox: Mailbox;
  readonly sms: SmsSimulator;
  readonly google: GoogleSimulator;
  readonly smsApiKey: string;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  reset(): Promise<void>;
}

const clockReply = ({ now, speed, held, playSpeed }: ClockReading) => ({
  now: toIstText(now),
  speed,
  held,
  play_speed: playSpeed,
});

export const controlHandlers = (deps: ControlDeps): Handlers<keyof typeof sandboxEndpoints> => ({
  listMail: async ({ query }) => ok([...deps.mailbox.list(query.to)]),
  listSms: async ({ query }) => ok([...deps.sms.list(query.to)]),
  readClock: async () => ok(clockReply(deps.clock.read())),
  async setClock({ body }) {
    const changed = await deps.clock.change({
      ...(body.now === undefined ? {} : { now: epochMs(Date.parse(body.now)) }),
      ...(body.speed === undefined ? {} : { speed: body.speed }),
    });
    return changed.ok ? ok(clockReply(changed.value)) : changed;
  },
  readDemoAccounts: async () =>
    ok({
      users: demoUsers.map(({ email, password, name, note }) => ({ email, password, name, note })),
      mail: { smtpUrl: deps.mailbox.url },
      sms: { baseUrl: deps.sms.baseUrl, apiKey: deps.smsApiKey },
      google: { issuer: deps.google.issuer },
    }),
  async resetSandbox() {
    await deps.reset();
    return ok({ message: "Back to the seeded state" });
  },
  async setFault({ body }) {
    deps.faults.set(body.target, body.kind, body.count);
    return ok({ faults: [...deps.faults.list()] });
  },
  listFaults: async () => ok({ faults: [...deps.faults.list()] }),
  async clearFaults() {
    deps.faults.clear();
    return ok({ message: "No faults" });
  },
});
