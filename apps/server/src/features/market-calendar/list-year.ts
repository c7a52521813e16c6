import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { parseYearList, type YearList } from "@vriddhi/core/time/year-list";
import type { CalendarStore } from "./calendar.store.ts";

const YEAR_SHAPE = /^20\d{2}$/;

export interface ListYearDeps {
  readonly store: CalendarStore;
  readonly clock: HumanClock;
}

/** Takes a year's list as the operator wrote it. A list that is not understood changes nothing. */
export async function listYear(
  { store, clock }: ListYearDeps,
  wish: { readonly year: string | undefined; readonly text: string },
): Promise<Result<YearList, string>> {
  if (wish.year === undefined || !YEAR_SHAPE.test(wish.year)) return err("--year wants a year such as 2027");
  const parsed = parseYearList(wish.text, Number(wish.year));
  if (!parsed.ok) return parsed;
  await store.save(parsed.value, clock.now());
  return ok(parsed.value);
}
