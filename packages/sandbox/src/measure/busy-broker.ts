import { rupees } from "@vriddhi/core/shared/money";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { Deed } from "../broker/deeds.ts";
import { startBrokers } from "../broker/start-brokers.ts";
import { totpAt } from "../broker/totp.ts";
import { brokers as brokerNames } from "../exchange/members.ts";
import { createFaults } from "../faults/faults.ts";
import { openJournal } from "../journal/journal.ts";
import { simulators } from "../simulators.ts";

/** A Monday while shares trade; it stands still, so that every order meets the same market. */
const MARKET_NOW = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));
const CASH = rupees(1_000_000);

export interface BusyBroker {
  readonly baseUrl: string;
  readonly sessions: readonly { readonly token: string; readonly key: string }[];
  /** Of SBIN, in rupees. */
  readonly price: number;
  /** Opens clients in one go at another broker. */
  openMany(count: number): void;
}

/** For measuring: Angel One with many clients who are all logged in. `now` is the wall clock. */
export async function startBusyBroker(
  clientCount: number,
  now: () => number,
  journalFolder: string | null = null,
): Promise<BusyBroker> {
  const human = (): EpochMs => epochMs(now());
  const journal = journalFolder === null ? null : openJournal(journalFolder, { now: human });
  const brokers = await startBrokers({
    seed: 5,
    faults: createFaults(),
    humanClock: { now: human },
    marketClock: { now: () => MARKET_NOW },
    cores: recordOf(brokerNames, (broker) => simulators[broker].createCore),
    redirectUrl: () => "http://127.0.0.1/",
    ...(journal === null ? {} : { memory: journal.memory<Deed>("brokers") }),
  });
  const { clients, baseUrl } = brokers.of("angelone");

  async function logIn(id: string): Promise<{ readonly token: string; readonly key: string }> {
    const client = clients.find(id);
    if (client === null) throw new Error(`${id} is gone`);
    const body = JSON.stringify({ clientcode: id, password: client.pin, totp: totpAt(client.totpSecret, human()) });
    const headers = { "content-type": "application/json", "x-privatekey": client.app.key, "x-usertype": "USER" };
    const url = `${baseUrl}/rest/auth/angelbroking/user/v1/loginByPassword`;
    const reply = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
      data: { jwtToken: string } | null;
    };
    if (reply.data === null) throw new Error(`${id} could not log in`);
    return { token: reply.data.jwtToken, key: client.app.key };
  }

  const sessions: Awaited<ReturnType<typeof logIn>>[] = [];
  for (const id of clients.openMany(clientCount, { prefix: "BENCH", cashPaise: CASH })) sessions.push(await logIn(id));
  return {
    baseUrl,
    sessions,
    price: brokers.exchange().lastPrice("SBIN") / 100,
    openMany: (count) => void brokers.of("fyers").clients.openMany(count, { prefix: "BULK", cashPaise: CASH }),
  };
}
