import { RequireAdmin } from "../features/access/require-admin.tsx";
import { calendarTexts } from "../features/desk-calendar/calendar.texts.ts";
import { CalendarPage } from "../features/desk-calendar/calendar-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { DeskShell } from "./desk-parts.tsx";

export const meta = () =>
  pageMeta({
    title: "Market calendar",
    description:
      "Trading days of each year as the exchange published them, and emergency holidays that the operator adds.",
    keywords: ["market calendar", "back office"],
    path: "/secret/calendar",
    isPrivate: true,
  });

export default function DeskCalendar() {
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => (
          <DeskShell identity={identity} current="calendar" title={calendarTexts.title}>
            <CalendarPage canAct={identity.role === "admin"} />
          </DeskShell>
        )}
      </RequireAdmin>
    </QueryProvider>
  );
}
