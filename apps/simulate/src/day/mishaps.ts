import { paise } from "@vriddhi/core/shared/money";
import { createMemoryOrderStore } from "@vriddhi/execution/memory/memory-order-store";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import type { Mishap } from "../plan/day-plan.ts";
import type { Supervisor } from "../worker/supervisor.ts";
import type { DayWorld } from "./day-world.ts";
import type { SimAccount } from "./sim-account.ts";

const GAP_DISTURBS_MS = 20_000;
const PERSON_DISTURBS_MS = 80_000;
const BASIS_POINTS = 10_000;
const FEED_DISTURBS_MS = 20_000;

type Of<K extends Mishap["kind"]> = Extract<Mishap, { readonly kind: K }>;

/** The price jumps, as after news. */
function gap({ outside, clock, judge, accounts }: DayWorld, { symbol, tickSize }: Instrument, basisPoints: number): void {
  const { exchange } = outside;
  const { lastPrice, lowerCircuit, upperCircuit } = exchange.quote(symbol);
  const wanted = (lastPrice * (BASIS_POINTS + basisPoints)) / BASIS_POINTS;
  const price = Math.round(Math.min(upperCircuit, Math.max(lowerCircuit, wanted)) / tickSize) * tickSize;
  judge.disturbances.disturbAll(accounts, GAP_DISTURBS_MS);
  exchange.scriptPrices(symbol, [{ at: clock.market(), price: paise(price) }]);
  clock.time.after(5_000, () => exchange.liftScript(symbol));
}

/** With their own hands, in the broker's own app. */
function personTrades(world: DayWorld, { plan }: SimAccount, symbol: string, signedQuantity: number): void {
  const { outside, clock, judge } = world;
  if (signedQuantity === 0 || outside.exchange.phase(symbol) !== "continuous") return;
  judge.disturbances.disturb(plan.client, PERSON_DISTURBS_MS);
  outside.hub.exchange.place({
    now: clock.market(),
    account: plan.client,
    symbol,
    side: signedQuantity > 0 ? "buy" : "sell",
    quantity: Math.abs(signedQuantity),
    product: "intraday",
    pricing: { kind: "market", protection: "auto" },
  });
}

function personCloses(world: DayWorld, account: SimAccount): void {
  const open = world.outside.exchange.positions(account.plan.client).find(({ netQuantity }) => netQuantity !== 0);
  if (open === undefined) return;
  const part = Math.ceil(Math.abs(open.netQuantity) / 2);
  personTrades(world, account, open.symbol, -Math.sign(open.netQuantity) * part);
}

function block(world: DayWorld, { account, closes }: Of<"kill-switch">): void {
  const accountId = account === null ? null : (world.accounts[account]?.id ?? null);
  const setAt = world.clock.human();
  void createMemoryOrderStore(world.tables).block(
    { accountId, cause: "kill_switch", setAt, closesPositions: closes },
    [],
  );
  world.judge.blocked(accountId, closes);
}

/** Lets a mishap happen now. */
export function happen(world: DayWorld, supervisors: readonly Supervisor[], mishap: Mishap): void {
  const { outside, prices, judge, accounts } = world;
  const shareOf = (share: number): Instrument | undefined => outside.exchange.instruments[share];
  world.tell(`mishap ${JSON.stringify(mishap)}`);
  switch (mishap.kind) {
    case "kill":
      return supervisors[mishap.worker]?.kill();
    case "pause":
      world.disturbWorker(mishap.worker, mishap.durationMs + GAP_DISTURBS_MS);
      return supervisors[mishap.worker]?.current().life.pause(mishap.durationMs);
    case "store-down":
      return world.storeDown(mishap.durationMs);
    case "commits-lost":
      return world.loseCommits(mishap.durationMs);
    case "feed-frozen":
      judge.disturbances.disturbAll(accounts, mishap.durationMs + FEED_DISTURBS_MS);
      return prices.freeze(mishap.durationMs);
    case "bad-tick":
      return prices.spoil(shareOf(mishap.share)?.isin ?? "");
    case "gap": {
      const share = shareOf(mishap.share);
      return share === undefined ? undefined : gap(world, share, mishap.basisPoints);
    }
    case "kill-switch":
      return block(world, mishap);
    default:
      return happenTo(world, mishap);
  }
}

function happenTo(world: DayWorld, mishap: Of<"person-sells" | "person-buys" | "broker-squares-off" | "session-ends">): void {
  const { outside, judge, accounts } = world;
  const account = accounts[mishap.account];
  if (account === undefined) return;
  const { client, broker } = account.plan;
  switch (mishap.kind) {
    case "person-sells":
      return personCloses(world, account);
    case "person-buys":
      return personTrades(world, account, outside.exchange.instruments[mishap.share]?.symbol ?? "", 5);
    case "broker-squares-off":
      judge.disturbances.disturb(client, PERSON_DISTURBS_MS);
      outside.hub.exchange.squareOff(client);
      return;
    case "session-ends":
      outside.parts[broker].core.expireSessions(client, outside.moment());
      judge.disturbances.disturb(client, PERSON_DISTURBS_MS);
  }
}
