import type { EpochMs } from "@vriddhi/core/time/clock";
import type { YearList } from "@vriddhi/core/time/year-list";

export interface CalendarStore {
  list(): Promise<readonly YearList[]>;
  /** Replaces the list of the year. */
  save(list: YearList, at: EpochMs): Promise<void>;
}
