import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type BulkOrderRoundOutcome, bulkOrderFaults, playBulkOrderRound } from "./bulk-order-round.ts";
import {
  chaosFaults,
  checkInvariants,
  playRound,
  type RoundOutcome,
  type RoundPlan,
  type Verdict,
} from "./chaos-round.ts";
import { openChaosWorld } from "./chaos-world.ts";
import { runnersOf, startRuns } from "./started-runs.ts";

const DAY = "2026-11-17";
const GROUP = 20;
const ACCOUNTS_MAX = 500;
const NTH_MAX = 10;

export interface ChaosOptions {
  readonly rounds: number;
  readonly seed: number;
  say(line: string): void;
  readonly hasDesk?: boolean;
  /** Called after each round; true stops and checks the rounds played so far. Left out: all rounds are played. */
  isEnough?(): boolean;
}

/** Faults and strategies alternate; the trigger count is drawn. */
function planRounds(
  { rounds, seed }: ChaosOptions,
  accounts: Readonly<Record<string, readonly string[]>>,
): RoundPlan[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: rounds }, (_, number) => {
    const desk = number % 2 === 0 ? "angelone" : "fyers";
    const own = accounts[desk] ?? [];
    const from = (Math.floor(number / 2) * GROUP) % Math.max(1, own.length - GROUP + 1);
    const fault = chaosFaults[number % chaosFaults.length] ?? "worker";
    return { number, fault, desk, nth: random.int(2, NTH_MAX), accounts: own.slice(from, from + GROUP) };
  });
}

export async function runChaos(
  options: ChaosOptions,
): Promise<Verdict & { readonly desk: readonly BulkOrderRoundOutcome[] }> {
  const { rounds, say } = options;
  const accountCount = Math.min(ACCOUNTS_MAX, Math.max(3 * GROUP, Math.ceil(rounds / 2) * GROUP * 3));
  const world = await openChaosWorld({
    SANDBOX_CLOCK: `${DAY}T08:20:00+05:30@1`,
    SANDBOX_ACCOUNTS: String(accountCount),
  });
  try {
    await startRuns(world, DAY, accountCount);
    say(`${accountCount} accounts are linked and run`);
    await world.call("POST", "/sandbox/clock", { now: `${DAY}T09:31:00+05:30` });
    const runs = await runnersOf(world);
    const of = (...brokers: string[]) =>
      runs.filter(({ broker }) => brokers.includes(broker)).map((run) => run.account_id);
    const plans = planRounds(options, { angelone: of("angelone"), fyers: of("fyers") });
    const outcomes: RoundOutcome[] = [];
    for (const plan of plans) {
      if (options.isEnough?.() === true) break;
      const outcome = await playRound(world, plan);
      outcomes.push(outcome);
      say(
        `round ${plan.number}: ${plan.fault} after order ${plan.nth} at ${plan.desk}, ${outcome.sending} on their way`,
      );
    }
    const desk: BulkOrderRoundOutcome[] = [];
    for (const fault of options.hasDesk === true ? bulkOrderFaults : []) {
      const outcome = await playBulkOrderRound(world, fault);
      desk.push(outcome);
      const { placements, shares, twice, misreported } = outcome;
      say(
        `desk, ${fault}: placed ${placements} times, ${shares} shares, ${twice} twice, ${misreported} reported wrongly`,
      );
    }
    return { ...(await checkInvariants(world, outcomes)), desk };
  } catch (cause) {
    throw new Error(`the product said:\n${world.output().slice(-8_000)}`, { cause });
  } finally {
    await world.close();
  }
}
