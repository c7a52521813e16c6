import { paise } from "@vriddhi/core/shared/money";
import { createMemoryOrderStore } from "@vriddhi/execution/memory/memory-order-store";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import type { InjectedFault } from "../plan/plan-model.ts";
import type { Supervisor } from "../worker/supervisor.ts";
import type { DayWorld } from "./day-world.ts";
import { haltShare, showOddRows, shufflePushes, slide } from "./scenario-faults.ts";
import type { SimAccount } from "./sim-account.ts";

const BASIS_POINTS = 10_000;
const PERSON_BUYS = 5;

type Of<K extends InjectedFault["kind"]> = Extract<InjectedFault, { readonly kind: K }>;

function gap({ outside, clock }: DayWorld, { symbol, tickSize }: Instrument, basisPoints: number): void {
  const { exchange } = outside;
  const { lastPrice, lowerCircuit, upperCircuit } = exchange.quote(symbol);
  const wanted = (lastPrice * (BASIS_POINTS + basisPoints)) / BASIS_POINTS;
  const price = Math.round(Math.min(upperCircuit, Math.max(lowerCircuit, wanted)) / tickSize) * tickSize;
  exchange.scriptPrices(symbol, [{ at: clock.market(), price: paise(price) }]);
  clock.time.after(5_000, () => exchange.removeScript(symbol));
}

function personTrades(world: DayWorld, { plan }: SimAccount, symbol: string, signedQuantity: number): void {
  const { outside, clock } = world;
  if (signedQuantity === 0 || outside.exchange.phase(symbol) !== "continuous") return;
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
  world.oracle.blocked(accountId, closes);
}

interface Scene {
  readonly world: DayWorld;
  readonly supervisors: readonly Supervisor[];
}

type Happening<K extends InjectedFault["kind"]> = (scene: Scene, injectedFault: Of<K>) => void;
type Happenings = { readonly [K in InjectedFault["kind"]]: Happening<K> };

const shareOf = ({ outside }: DayWorld, share: number): Instrument | undefined => outside.exchange.instruments[share];

const happenings: Happenings = {
  kill: ({ supervisors }, { worker }) => supervisors[worker]?.kill(),
  pause({ world, supervisors }, { worker, durationMs }) {
    world.workerStands(worker, durationMs);
    supervisors[worker]?.current().workerProcess.pause(durationMs);
  },
  "host-lost": ({ supervisors }, { worker }) => supervisors[worker]?.loseHost(),
  "host-paused": ({ supervisors }, { worker, durationMs }) => supervisors[worker]?.pauseHost(durationMs),
  "store-down": ({ world }, { durationMs }) => world.storeDown(durationMs),
  "commits-lost": ({ world }, { durationMs }) => world.loseCommits(durationMs),
  "feed-frozen": ({ world }, { durationMs }) => world.prices.freeze(durationMs),
  "bad-tick": ({ world }, { share }) => world.prices.spoil(shareOf(world, share)?.isin ?? ""),
  gap({ world }, { share, basisPoints }) {
    const instrument = shareOf(world, share);
    if (instrument !== undefined) gap(world, instrument, basisPoints);
  },
  "pushes-shuffled": ({ world }, { durationMs }) => shufflePushes(world, durationMs),
  "odd-rows": ({ world }, { account, durationMs }) => showOddRows(world, account, durationMs),
  slide: ({ world }, injectedFault) => slide(world, injectedFault),
  halt: ({ world }, injectedFault) => haltShare(world, injectedFault),
  "kill-switch": ({ world }, injectedFault) => block(world, injectedFault),
  "person-sells"({ world }, { account }) {
    const found = world.accounts[account];
    if (found !== undefined) personCloses(world, found);
  },
  "person-buys"({ world }, { account, share }) {
    const found = world.accounts[account];
    if (found !== undefined) personTrades(world, found, shareOf(world, share)?.symbol ?? "", PERSON_BUYS);
  },
  "broker-squares-off"({ world }, { account }) {
    const client = world.accounts[account]?.plan.client;
    if (client === undefined) return;
    world.outside.hub.exchange.squareOff(client);
  },
  "session-ends"({ world }, { account }) {
    const plan = world.accounts[account]?.plan;
    if (plan === undefined) return;
    world.outside.parts[plan.broker].core.expireSessions(plan.client, world.outside.moment());
    world.oracle.hindrances.begin(plan.client, "session");
  },
};

/** Besides faults that only a call can meet. */
const faultMessages: Partial<Readonly<Record<InjectedFault["kind"], string>>> = {
  kill: "process killed",
  pause: "process paused",
};

export function happen(world: DayWorld, supervisors: readonly Supervisor[], injectedFault: InjectedFault): void {
  world.note(`injected fault ${JSON.stringify(injectedFault)}`);
  world.meet(faultMessages[injectedFault.kind] ?? injectedFault.kind, world.concerned(injectedFault));
  const happening = happenings[injectedFault.kind] as (scene: Scene, injectedFault: InjectedFault) => void;
  happening({ world, supervisors }, injectedFault);
}
