import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { parseYearList, type YearList } from "@vriddhi/core/time/year-list";
import type { CalendarStore } from "./calendar.store.ts";

const YEAR_SHAPE = /^20\d{2}$/;

export interface ListYearDeps {
  readonly store: CalendarStore;
  readonly clock: HumanClock;
}

export async function listYear(
  { store, clock }: ListYearDeps,
  request: { readonly year: string | undefined; readonly text: string },
): Promise<Result<YearList, string>> {
  if (request.year === undefined || !YEAR_SHAPE.test(request.year)) return err("--year wants a year such as 2027");
  const parsed = parseYearList(request.text, Number(request.year));
  if (!parsed.ok) return parsed;
  await store.save(parsed.value, clock.now());
  return ok(parsed.value);
}
