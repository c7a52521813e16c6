import { createHash } from "node:crypto";
import type { Paise } from "@vriddhi/core/shared/money";
import type { Exchange } from "../exchange/exchange.ts";
import type { Broker } from "../exchange/model.ts";

export interface BrokerClient {
  /** Client id or client code; also the exchange account. */
  readonly id: string;
  readonly broker: Broker;
  readonly name: string;
  readonly email: string;
  readonly mobile: string;
  readonly password: string;
  readonly pin: string;
  readonly totpSecret: string;
  readonly app: {
    /** `api_key`; for Fyers the app id with its suffix, `XXXXXXXXXX-100`. */
    readonly key: string;
    readonly secret: string;
    readonly redirectUrl: string;
    readonly postbackUrl: string | null;
  };
  /** `null`: any address. */
  readonly orderAddresses: readonly string[] | null;
}

export interface NewClient {
  readonly id: string;
  readonly cashPaise: Paise;
  readonly name?: string;
  readonly redirectUrl?: string;
  readonly postbackUrl?: string | null;
  readonly orderAddresses?: readonly string[] | null;
}

export interface Clients {
  readonly broker: Broker;
  /** The id must be unique over all brokers. */
  open(client: NewClient): BrokerClient;
  /** `count` clients with ids numbered after `prefix`; cheap for fifty thousand. */
  openMany(count: number, options: { readonly prefix: string; readonly cashPaise: Paise }): readonly string[];
  find(id: string): BrokerClient | null;
  findByKey(appKey: string): BrokerClient | null;
  /** The client's registered order addresses, redirect address and postback address. */
  change(id: string, change: Partial<Pick<NewClient, "redirectUrl" | "postbackUrl" | "orderAddresses">>): void;
  list(limit: number): readonly BrokerClient[];
  count(): number;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const TOTP_SECRET_LENGTH = 32;
/** Cache size: deriving costs a few hashes, and every order call asks. */
const DRAWN_MAX = 5_000;
const NAMES = ["Aarav Shah", "Diya Nair", "Vihaan Gupta", "Ananya Iyer", "Kabir Singh", "Meera Joshi", "Rohan Das"];

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const base32 = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => BASE32[byte & 31])
    .join("")
    .slice(0, TOTP_SECRET_LENGTH);
const digits = (bytes: Buffer, count: number): string =>
  [...bytes.subarray(0, count)].map((byte) => String(byte % 10)).join("");

const appKeyOf = (broker: Broker, id: string): string => {
  const drawn = digest(`app:${broker}:${id}`).toString("hex");
  return broker === "fyers" ? `${drawn.slice(0, 10).toUpperCase()}-100` : drawn.slice(0, 16);
};

/** The same id always has the same secrets: only the configured fields are stored. */
function drawClient(broker: Broker, decided: NewClient): BrokerClient {
  const drawn = digest(`client:${broker}:${decided.id}`);
  const name = decided.name ?? NAMES[drawn.readUInt16BE(0) % NAMES.length] ?? "Client";
  return {
    id: decided.id,
    broker,
    name,
    email: `${decided.id.toLowerCase()}@${broker}.example`,
    mobile: `9${digits(drawn.subarray(2), 9)}`,
    password: `pw-${drawn.toString("hex").slice(0, 10)}`,
    pin: digits(drawn.subarray(12), 4),
    totpSecret: base32(digest(`totp:${broker}:${decided.id}`)),
    app: {
      key: appKeyOf(broker, decided.id),
      secret: digest(`secret:${broker}:${decided.id}`).toString("hex").slice(0, 32),
      redirectUrl: decided.redirectUrl ?? "http://127.0.0.1/",
      postbackUrl: decided.postbackUrl ?? null,
    },
    orderAddresses: decided.orderAddresses ?? null,
  };
}

export function createClients(broker: Broker, exchange: Exchange, redirectUrl = "http://127.0.0.1/"): Clients {
  const decided = new Map<string, NewClient>();
  const byKey = new Map<string, string>();

  function keep(client: NewClient): void {
    exchange.openAccount({ id: client.id, broker, cashPaise: client.cashPaise });
    decided.set(client.id, { redirectUrl, ...client });
    byKey.set(appKeyOf(broker, client.id), client.id);
  }
  const drawn = new Map<string, BrokerClient>();
  const find = (id: string): BrokerClient | null => {
    const found = decided.get(id);
    if (found === undefined) return null;
    const known = drawn.get(id);
    if (known !== undefined) return known;
    const client = drawClient(broker, found);
    if (drawn.size >= DRAWN_MAX) drawn.clear();
    drawn.set(id, client);
    return client;
  };

  return {
    broker,
    open(client) {
      keep(client);
      return drawClient(broker, { redirectUrl, ...client });
    },
    openMany: (count, { prefix, cashPaise }) =>
      Array.from({ length: count }, (_, index) => {
        const id = `${prefix}${String(index + 1).padStart(5, "0")}`;
        keep({ id, cashPaise });
        return id;
      }),
    find,
    findByKey: (appKey) => find(byKey.get(appKey) ?? ""),
    change(id, change) {
      const before = decided.get(id);
      if (before !== undefined) decided.set(id, { ...before, ...change });
      drawn.delete(id);
    },
    list: (limit) => [...decided.values()].slice(0, limit).map((client) => drawClient(broker, client)),
    count: () => decided.size,
  };
}
