import { lazy, type ReactNode, Suspense, useState } from "react";
import type { UserSession } from "../features/access/require-user.tsx";
import { ApprovalHost } from "../features/approval/approval-host.tsx";
import type { FrameParts } from "../features/dashboard/dashboard-shell.tsx";
import { linkMarks, useHomeBroker, useReadiness } from "../features/dashboard/day-facts.ts";
import { StatusDock } from "../features/dashboard/status-dock.tsx";
import { StatusStrip } from "../features/dashboard/status-strip.tsx";
import { KillSwitch } from "../features/kill-switch/kill-switch.tsx";
import { useUnseen } from "../features/notification/alert-queries.ts";
import { useUnreadAnswers } from "../features/support-thread/use-unread-answers.ts";

const LogoutDialog = lazy(async () => ({ default: (await import("../app/logout-dialog.tsx")).LogoutDialog }));

/** The frame of every tab of one user's dashboard, beneath a query cache. `overlay` belongs beside the screen. */
export function useFrameParts(session: UserSession): { frame: FrameParts; overlay: ReactNode } {
  const [isLeaving, setLeaving] = useState(false);
  const unseen = useUnseen();
  const unreadAnswers = useUnreadAnswers();
  const homeBroker = useHomeBroker();
  const { data: readiness } = useReadiness();
  // What could not be read is not shown as missing.
  const isKnown = session.isSubscriptionKnown && session.subscriptionFault === null;
  const subscription = isKnown ? session.subscription : null;
  return {
    frame: {
      person: session.user,
      onLogout: () => setLeaving(true),
      unseen,
      unreadAnswers,
      marks: linkMarks(readiness?.brokers ?? []),
      homeBroker,
      strip: <StatusStrip subscription={subscription} />,
      dock: <StatusDock />,
      killSwitch: (look) => <KillSwitch look={look} />,
    },
    overlay: (
      <>
        {isLeaving && (
          <Suspense>
            <LogoutDialog onClose={() => setLeaving(false)} />
          </Suspense>
        )}
        <ApprovalHost killSwitch={<KillSwitch look="text" />} />
      </>
    ),
  };
}
