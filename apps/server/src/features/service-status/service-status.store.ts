import type { ServiceFacts, ServicePart } from "@vriddhi/core/site/service-status";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

export type StoredFacts = Omit<ServiceFacts, "at" | "speed" | "market">;

/** Market clock. */
export interface Incident {
  readonly part: ServicePart;
  readonly beganAt: EpochMs;
  /** `null` while it is in progress. */
  readonly endedAt: EpochMs | null;
}

export interface ServiceStatusStore {
  /** `day` is today in India on the market's clock, `now` the machine's time. */
  readFacts(day: IstDate, now: EpochMs): Promise<StoredFacts>;
  /** Those in progress and those that ended after `from`, the newest first. */
  listIncidents(from: EpochMs): Promise<readonly Incident[]>;
  /** No effect while the part has an incident in progress. */
  open(part: ServicePart, beganAt: EpochMs): Promise<void>;
  close(part: ServicePart, endedAt: EpochMs): Promise<void>;
  /** Stores an outage that is over; no effect when another process has stored it. */
  addOutage(from: EpochMs, to: EpochMs): Promise<void>;
}
