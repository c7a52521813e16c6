import { Card } from "../../ui/card.tsx";
import { DetailList } from "../../ui/detail-list.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { frameTexts } from "./dashboard.texts.ts";
import { DashboardShell } from "./dashboard-shell.tsx";
import type { DashboardTab } from "./dashboard-tab.ts";

const LINES = ["w-2/3", "w-1/3", "w-1/2", "w-2/5", "w-1/4"] as const;

export function TabSkeleton({ label = frameTexts.loadingTab }: { label?: string }) {
  return (
    <LoadingRegion label={label}>
      <Card>
        <DetailList>
          {LINES.map((width) => (
            <div key={width} className="px-6 py-4">
              <Skeleton className={`h-6 ${width}`} />
            </div>
          ))}
        </DetailList>
      </Card>
    </LoadingRegion>
  );
}

/** The shell is the same for all users, so it is shown while the session is being checked. */
export function DashboardSkeleton({ current }: { current: DashboardTab }) {
  return (
    <DashboardShell current={current}>
      <TabSkeleton label={frameTexts.checkingSession} />
    </DashboardShell>
  );
}
