import { createIncidentRecorder, RECORD_EVERY_MS } from "../features/service-status/incident-recorder.ts";
import { createServiceReport } from "../features/service-status/service-report.ts";
import { serviceStatusHandlers } from "../features/service-status/service-status.routes.ts";
import { createServiceStatusStore } from "../features/service-status/service-status.store.pg.ts";
import { createStatusBoard } from "../features/service-status/status-board.ts";
import { poll } from "../platform/clock/poll.ts";
import type { LeadWork } from "./lead-feeds.ts";
import type { Platform } from "./platform.ts";

const reportOf = ({ database, humanClock, marketClock, calendar }: Platform) =>
  createServiceReport({ store: createServiceStatusStore(database), humanClock, marketClock, calendar });

export const composeServiceStatus = (platform: Platform) =>
  serviceStatusHandlers(createStatusBoard({ ...platform, read: reportOf(platform) }));

/** The process that leads the feeds records incidents: there is one. */
export const recordIncidents = (platform: Platform): LeadWork => ({
  begin() {
    const { database, log } = platform;
    const turn = createIncidentRecorder({
      ...platform,
      log: log.child({ feature: "service status" }),
      store: createServiceStatusStore(database),
      read: reportOf(platform),
    });
    return poll("service status", turn, RECORD_EVERY_MS, log);
  },
});
