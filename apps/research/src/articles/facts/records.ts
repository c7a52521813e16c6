import path from "node:path";
import { OPENING_RANGE_RECORD } from "@vriddhi/core/strategy/model/opening-range-model";
import { readRegister, type TrialRow } from "../../train/trial-register.ts";
import type { TrialConfig, TrialMetrics } from "../../train/trials.ts";
import { repositoryRoot } from "../places.ts";

export const RECORD = OPENING_RANGE_RECORD;
export const REGISTER: readonly TrialRow[] = readRegister(path.join(repositoryRoot, "apps/research/trials.jsonl"));

/** The newest row of every trial: earlier rows of the same trial were measured before a feature was fixed. */
export const WAYS: readonly TrialRow[] = [
  ...new Map(REGISTER.map((row) => [JSON.stringify(row.config), row] as const)).values(),
];

const isLearned = (config: TrialConfig): boolean => config.kind === "ridge" && config.ridge.penalties.length > 1;

function metricsOf(isWanted: (config: TrialConfig) => boolean): TrialMetrics {
  const row = WAYS.find(({ config }) => isWanted(config));
  if (row === undefined) throw new Error("The register lacks a way that the articles speak of.");
  return row.metrics;
}

/** The way that trades. */
export const CHOSEN = metricsOf(isLearned);
export const FIRST_CANDIDATE = metricsOf(({ kind }) => kind === "first_candidate");
export const LIVELY_OPENING = metricsOf(({ kind }) => kind === "opening_turnover");
export const TREES = metricsOf(({ kind }) => kind === "boosted_trees");

export function nameOfWay(config: TrialConfig): string {
  if (config.kind === "first_candidate") return "First break of the day";
  if (config.kind === "opening_turnover") return "Busy opening only";
  if (config.kind === "boosted_trees") return "Boosted trees";
  return isLearned(config)
    ? "Ridge, as it trades"
    : `Ridge, penalty ${config.ridge.penalties[0]?.toLocaleString("en-IN")}`;
}

/** For telephones. */
export function shortNameOfWay(config: TrialConfig): string {
  if (config.kind === "first_candidate") return "First break";
  if (config.kind === "opening_turnover") return "Busy opening";
  if (config.kind === "boosted_trees") return "Trees";
  return isLearned(config) ? "As it trades" : `Ridge ${config.ridge.penalties[0]?.toLocaleString("en-IN")}`;
}

/** How far single trades spread around their mean, in basis points. */
export const SPREAD = CHOSEN.meanNet / CHOSEN.sharpePerTrade;

const STANDARD_ERRORS = 2;

/** The number of trades until an edge of this size is two standard errors from zero. */
export const tradesToTell = (edge: number): number => Math.round(((STANDARD_ERRORS * SPREAD) / edge) ** 2);

const MONTHS = 12;
export const yearsToTell = (edge: number): number => tradesToTell(edge) / (CHOSEN.tradesPerMonth * MONTHS);
