import { randomInt } from "node:crypto";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { createFaults } from "@vriddhi/sandbox/faults/faults";
import { startMailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import { startSms } from "@vriddhi/sandbox/sms/start-sms";
import type { Config } from "../../platform/config/config.ts";
import { createPasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Closing } from "../closing.ts";
import type { OpenedDatabase } from "../open-database.ts";
import type { Surroundings } from "../surroundings.ts";
import { controlHandlers } from "./control.routes.ts";
import { followClock, hostClock } from "./sandbox-clock.ts";
import { createSandboxStore } from "./sandbox-store.ts";
import { emptyDatabase, seed } from "./seed.ts";

const SMS_API_KEY = "sandbox-sms-key";

export interface SandboxDeps {
  readonly config: Config;
  readonly opened: OpenedDatabase;
  readonly clock: HumanClock;
  readonly closing: Closing;
}

/** The process with ROLE=all hosts the sandbox; every other one finds it through the database. */
export function openSandbox(deps: SandboxDeps): Promise<Surroundings> {
  return deps.config.role === "all" ? host(deps) : follow(deps);
}

async function host({ config, opened, clock, closing }: SandboxDeps): Promise<Surroundings> {
  const store = createSandboxStore(opened.database);
  const faults = createFaults();
  const mailbox = await startMailbox({ clock, faults });
  closing.add("sandbox mailbox", mailbox.stop);
  const sms = await startSms({ clock, faults, random: createSeededRandom(randomInt(2 ** 31)), apiKey: SMS_API_KEY });
  closing.add("sandbox sms", sms.stop);
  const marketClock = await hostClock(config.sandboxClock, clock, store);
  closing.add("sandbox clock", marketClock.stop);
  const smtpUrl = config.smtpUrl?.reveal() ?? mailbox.url;
  await store.write("addresses", { smtpUrl });
  const hasher = await createPasswordHasher();
  const plant = () => seed(opened.database, hasher, { human: clock.now(), market: marketClock.now() });
  await plant();
  const reset = async () => {
    await emptyDatabase(opened.ownerUrl);
    mailbox.clear();
    sms.clear();
    faults.clear();
    await marketClock.reset();
    await plant();
  };
  return {
    marketClock,
    smtpUrl,
    handlers: controlHandlers({ mailbox, sms, smsApiKey: SMS_API_KEY, clock: marketClock, faults, reset }),
  };
}

async function follow({ config, opened, clock, closing }: SandboxDeps): Promise<Surroundings> {
  const store = createSandboxStore(opened.database);
  const marketClock = await followClock(clock, store);
  closing.add("sandbox clock", marketClock.stop);
  const addresses = await store.read("addresses");
  const smtpUrl = config.smtpUrl?.reveal() ?? addresses?.smtpUrl;
  if (smtpUrl === undefined)
    throw new Error("no sandbox runs on this database yet: start a process with ROLE=all first");
  return { marketClock, smtpUrl, handlers: null };
}
