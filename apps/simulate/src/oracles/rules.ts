import { CircuitPlaceRule } from "./circuit-place.ts";
import { ClosedByBlockRule } from "./closed-by-block.ts";
import { CoverRule } from "./cover.ts";
import { FlatInTimeRule } from "./flat-in-time.ts";
import { LateAppearanceRule } from "./late-appearance.ts";
import { LossBoundRule } from "./loss-bound.ts";
import { NeighbourRule } from "./neighbours.ts";
import { OrderBudgetRule } from "./order-budget.ts";
import type { Rule, RuleDeps } from "./rule.ts";
import { TrueLossRule } from "./true-loss.ts";

export const createRules = (deps: RuleDeps): readonly Rule[] => [
  new TrueLossRule(deps),
  new LateAppearanceRule(deps),
  new LossBoundRule(deps),
  new CircuitPlaceRule(deps),
  new CoverRule(deps),
  new NeighbourRule(deps),
  new OrderBudgetRule(deps),
  new ClosedByBlockRule(deps),
  new FlatInTimeRule(deps),
];
