import Activity from "lucide-react/icons/activity";
import ArrowLeft from "lucide-react/icons/arrow-left";
import CreditCard from "lucide-react/icons/credit-card";
import Plug from "lucide-react/icons/plug";
import Settings from "lucide-react/icons/settings";
import User from "lucide-react/icons/user";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { type DashboardTab, pathOf, type TabEntry, tabGroups } from "./dashboard-tab.ts";

export const tabIcons: Record<DashboardTab, typeof Plug> = {
  FyersConnection: Plug,
  TradingAlgorithm: Activity,
  AngelOneConnection: Plug,
  AngelOneTrading: Activity,
  ZerodhaConnection: Plug,
  ZerodhaTrading: Activity,
  UserProfile: User,
  Subscription: CreditCard,
  Settings,
};

function SidebarEntry({ entry, isCurrent }: { entry: TabEntry; isCurrent: boolean }) {
  const Icon = tabIcons[entry.tab];
  return (
    <Link
      to={pathOf(entry.tab)}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "relative flex h-11 items-center gap-3 rounded-md px-3 text-[0.9375rem] font-medium transition-colors",
        isCurrent ? "bg-raised text-text" : "text-muted hover:bg-raised/60 hover:text-text",
      )}
    >
      {isCurrent && <span className="absolute inset-y-2.5 -left-px w-0.5 rounded-full bg-accent" aria-hidden="true" />}
      <Icon className={classNames("size-4.5 shrink-0", isCurrent && "text-accent-text")} aria-hidden="true" />
      {entry.label}
    </Link>
  );
}

/** B2.3: the groups and the way home. Used as a column on wide screens and inside the menu on phones. */
export function DashboardSidebar({ current, idPrefix }: { current: DashboardTab; idPrefix: string }) {
  return (
    <nav aria-label="Dashboard" className="grid content-start gap-6">
      <Link
        to="/"
        className="flex h-11 items-center gap-3 rounded-md px-3 text-[0.9375rem] font-medium text-muted hover:bg-raised/60 hover:text-text"
      >
        <ArrowLeft className="size-4.5 shrink-0" aria-hidden="true" />
        Back to Home
      </Link>
      {tabGroups.map((group) => (
        <section key={group.label} aria-labelledby={`${idPrefix}-${group.letter}`}>
          <h2 id={`${idPrefix}-${group.letter}`} className="px-3 pb-1.5 text-xs font-semibold text-muted">
            {group.label}
          </h2>
          <ul className="grid gap-0.5">
            {group.entries.map((entry) => (
              <li key={entry.tab}>
                <SidebarEntry entry={entry} isCurrent={entry.tab === current} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
