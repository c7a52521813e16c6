import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { tabIcons } from "./dashboard-sidebar.tsx";
import { type DashboardTab, groupOf, pathOf, tabGroups } from "./dashboard-tab.ts";

const brokerGroups = tabGroups.filter((group) => group.label !== "General");
/** Five places fit under a thumb; Settings is in the menu. */
const generalEntries =
  tabGroups.find((group) => group.label === "General")?.entries.filter(({ tab }) => tab !== "Settings") ?? [];

const itemClass = (isCurrent: boolean): string =>
  classNames(
    "grid h-16 min-w-0 content-center justify-items-center gap-1 text-[0.6875rem] leading-4 font-medium tracking-tight",
    isCurrent ? "text-text" : "text-muted",
  );

const markClass = (isCurrent: boolean): string =>
  classNames(
    "grid size-6 place-items-center rounded-md text-[0.75rem] font-bold",
    isCurrent ? "bg-accent text-on-accent" : "border border-line-strong text-muted",
  );

/** One thumb's reach on phones: a broker's place leads to its connection, the rest to its own tab. */
export function DashboardBottomNav({ current }: { current: DashboardTab }) {
  const currentGroup = groupOf(current);
  return (
    <nav
      aria-label="Quick navigation"
      className="fixed inset-x-0 bottom-(--sandbox-bar-height,0px) z-30 grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {brokerGroups.map((group) => {
        const isCurrent = group === currentGroup;
        const first = group.entries[0];
        return (
          first && (
            <Link
              key={group.label}
              to={pathOf(first.tab)}
              aria-current={isCurrent ? "true" : undefined}
              className={itemClass(isCurrent)}
            >
              <span className={markClass(isCurrent)} aria-hidden="true">
                {group.letter}
              </span>
              {group.label}
            </Link>
          )
        );
      })}
      {generalEntries.map((entry) => {
        const isCurrent = entry.tab === current;
        const Icon = tabIcons[entry.tab];
        return (
          <Link
            key={entry.tab}
            to={pathOf(entry.tab)}
            aria-current={isCurrent ? "page" : undefined}
            className={itemClass(isCurrent)}
          >
            <span className={classNames("grid size-6 place-items-center", isCurrent && "text-accent-text")}>
              <Icon className="size-5" aria-hidden="true" />
            </span>
            {entry.label}
          </Link>
        );
      })}
    </nav>
  );
}
