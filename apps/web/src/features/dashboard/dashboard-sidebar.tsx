import Activity from "lucide-react/icons/activity";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Bell from "lucide-react/icons/bell";
import CreditCard from "lucide-react/icons/credit-card";
import Plug from "lucide-react/icons/plug";
import Settings from "lucide-react/icons/settings";
import Sun from "lucide-react/icons/sun";
import User from "lucide-react/icons/user";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { brokerOfTab } from "./broker-connection.ts";
import { CountBadge } from "./count-badge.tsx";
import { frameTexts } from "./dashboard.texts.ts";
import {
  type ConnectionTab,
  type DashboardTab,
  firstEntries,
  isConnectionTab,
  isTradingTab,
  pathOf,
  type TabEntry,
  type TradingTab,
  tabGroups,
} from "./dashboard-tab.ts";
import type { LinkMarks } from "./day-facts.ts";
import { StatusDot } from "./status-dot.tsx";

const tabIcons: Record<Exclude<DashboardTab, ConnectionTab | TradingTab>, typeof Plug> = {
  Today: Sun,
  Alerts: Bell,
  UserProfile: User,
  Subscription: CreditCard,
  Settings,
};

function iconOf(tab: DashboardTab): typeof Plug {
  if (isConnectionTab(tab)) return Plug;
  return isTradingTab(tab) ? Activity : tabIcons[tab];
}

const NO_MARKS: LinkMarks = {};

const ENTRY = "relative flex h-11 items-center gap-3 rounded-md px-3 text-[0.9375rem] font-medium transition-colors";

interface SidebarEntryProps {
  entry: TabEntry;
  isCurrent: boolean;
  isShort: boolean;
  unseen: number;
  marks: LinkMarks;
}

function SidebarEntry({ entry, isCurrent, isShort, unseen, marks }: SidebarEntryProps) {
  const Icon = iconOf(entry.tab);
  const linked = brokerOfTab(entry.tab);
  const mark = linked === null ? undefined : marks[linked];
  return (
    <Link
      to={pathOf(entry.tab)}
      aria-current={isCurrent ? "page" : undefined}
      // Under its group's heading a screen reader has just read the group's name.
      aria-label={
        isShort && entry.label !== entry.shortLabel ? `${entry.label}${mark ? frameTexts.marks[mark] : ""}` : undefined
      }
      className={classNames(ENTRY, isCurrent ? "bg-raised text-text" : "text-muted hover:bg-raised/60 hover:text-text")}
    >
      {isCurrent && <span className="absolute inset-y-2.5 -left-px w-0.5 rounded-full bg-accent" aria-hidden="true" />}
      <Icon className={classNames("size-4.5 shrink-0", isCurrent && "text-accent-text")} aria-hidden="true" />
      {isShort ? entry.shortLabel : entry.label}
      <StatusDot mark={mark} className="ml-auto" />
      {entry.tab === "Alerts" && <CountBadge count={unseen} className="ml-auto" />}
    </Link>
  );
}

interface DashboardSidebarProps {
  current: DashboardTab;
  idPrefix: string;
  unseen?: number;
  marks?: LinkMarks | undefined;
  isCompact?: boolean;
}

export function DashboardSidebar(props: DashboardSidebarProps) {
  const { current, idPrefix, unseen = 0, marks = NO_MARKS, isCompact = false } = props;
  const list = isCompact ? "grid grid-cols-2 gap-x-2" : "grid";
  const item = (entry: TabEntry) => (
    <li key={entry.tab}>
      <SidebarEntry entry={entry} isCurrent={entry.tab === current} isShort={isCompact} unseen={unseen} marks={marks} />
    </li>
  );
  return (
    <nav aria-label="Dashboard" className={classNames("grid content-start", isCompact ? "gap-3" : "gap-2.5")}>
      <ul className={list}>
        <li className={isCompact ? "col-span-2" : undefined}>
          <Link to="/" className={classNames(ENTRY, "text-muted hover:bg-raised/60 hover:text-text")}>
            <ArrowLeft className="size-4.5 shrink-0" aria-hidden="true" />
            Back to Home
          </Link>
        </li>
        {firstEntries.map(item)}
      </ul>
      {tabGroups.map((group) => (
        <section key={group.label} aria-labelledby={`${idPrefix}-${group.letter}`}>
          <h2 id={`${idPrefix}-${group.letter}`} className="px-3 pb-1 text-xs font-semibold text-muted">
            {group.label}
          </h2>
          <ul className={list}>{group.entries.map(item)}</ul>
        </section>
      ))}
    </nav>
  );
}
