import type { EpochMs } from "@vriddhi/core/time/clock";
import type { YearList } from "@vriddhi/core/time/year-list";

export interface CalendarStore {
  list(): Promise<readonly YearList[]>;
  /** The whole year, in place of what was listed for it before. */
  save(list: YearList, at: EpochMs): Promise<void>;
}
