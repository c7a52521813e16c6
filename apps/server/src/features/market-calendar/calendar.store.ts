import type { EpochMs } from "@vriddhi/core/time/clock";
import type { YearList } from "@vriddhi/core/time/year-list";

export interface CalendarStore {
  list(): Promise<readonly YearList[]>;
  save(list: YearList, at: EpochMs): Promise<void>;
}
