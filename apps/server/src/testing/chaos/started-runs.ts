import { type ChaosCalls, until } from "./chaos-world.ts";

export interface Runner {
  readonly account_id: string;
  readonly broker: string;
}

export async function startRuns(world: ChaosCalls, day: string, accounts: number): Promise<void> {
  const moveTo = (time: string) => world.call("POST", "/sandbox/clock", { now: `${day}T${time}:00+05:30` });
  const linked = () =>
    world.query<{ n: number }>("SELECT count(*)::int AS n FROM broker_links WHERE account_id IS NOT NULL");
  await until("everybody is linked", async () => ((await linked())[0]?.n ?? 0) >= accounts);
  await moveTo("08:59");
  await moveTo("09:02");
  await until("everybody runs", async () => (await runnersOf(world)).length >= accounts * 0.9);
}

export const runnersOf = (world: ChaosCalls): Promise<Runner[]> =>
  world.query<Runner>("SELECT account_id, broker FROM algo_run");
