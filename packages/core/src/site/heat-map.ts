import { PAISE_PER_RUPEE, type Paise, paise, rupees } from "../shared/money.ts";

export interface HeatMapMonth {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly label: string;
  readonly result: Paise;
}

export interface HeatMapYear {
  readonly year: number;
  readonly months: readonly HeatMapMonth[];
  readonly total: Paise;
}

const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
export const heatMapMonthNames: readonly string[] = MONTH_NAMES;

/** A2.51: January 2018 to May 2025, in whole rupees. Sample data: the operator replaces it with the real record. */
const sampleRupees: readonly (readonly [year: number, months: readonly number[]])[] = [
  [2018, [5_555, -2_338, 4_945, 13_216, 12_870, 11_765, 7_316, 6_112, 10_034, -4_641, 5_901, 10_926]],
  [2019, [4_136, 11_775, 7_051, 9_860, -3_761, 9_342, 9_795, 12_906, -4_415, 7_376, 8_722, 9_824]],
  [2020, [6_987, 12_738, -1_881, 7_848, 8_318, 12_135, 7_137, 5_020, -5_355, 6_298, 12_480, 6_477]],
  [2021, [13_275, 8_421, 7_270, -3_490, 16_116, 13_654, 7_555, 3_567, 3_401, 3_399, -1_616, 4_139]],
  [2022, [6_096, 5_074, 13_600, 14_333, 10_369, -5_909, 12_147, 14_994, 11_479, 12_374, 8_366, -3_146]],
  [2023, [9_520, 6_231, 17_463, 12_179, 10_523, 12_463, 12_935, 8_198, 16_720, -5_521, 8_745, 2_459]],
  [2024, [14_651, 13_523, 3_720, 3_900, 7_935, -5_393, 15_364, 18_740, 10_633, 8_691, 15_222, 16_564]],
  [2025, [11_499, -1_549, 8_858, 14_137, 10_288]],
];

const toYear = ([year, amounts]: (typeof sampleRupees)[number]): HeatMapYear => ({
  year,
  months: amounts.map((amount, index) => ({
    year,
    month: index + 1,
    label: `${MONTH_NAMES[index]} ${year}`,
    result: rupees(amount),
  })),
  total: rupees(amounts.reduce((sum, amount) => sum + amount, 0)),
});

/** A function, so that a site without results does not bundle the data. */
export const readHeatMap = (): readonly HeatMapYear[] => sampleRupees.map(toYear);

/** A9.9: this many thousand rupees of gain or loss have the full colour. */
export const HEAT_FULL_THOUSANDS = 15;

export const heatIntensity = (result: Paise): number =>
  Math.min(Math.abs(result) / PAISE_PER_RUPEE / 1_000, HEAT_FULL_THOUSANDS) / HEAT_FULL_THOUSANDS;

export interface HeatMapSummary {
  readonly monthCount: number;
  readonly profitableCount: number;
  readonly total: Paise;
  readonly best: HeatMapMonth | null;
  readonly worst: HeatMapMonth | null;
}

export function summariseHeatMap(years: readonly HeatMapYear[]): HeatMapSummary {
  const months = years.flatMap((year) => year.months);
  const byResult = months.toSorted((one, other) => one.result - other.result);
  return {
    monthCount: months.length,
    profitableCount: months.filter(({ result }) => result > 0).length,
    total: paise(months.reduce((sum, { result }) => sum + result, 0)),
    best: byResult.at(-1) ?? null,
    worst: byResult[0] ?? null,
  };
}
