import { type BrokerName, brokersShown } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import Menu from "lucide-react/icons/menu";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ThemeScope } from "../../ui/theme.tsx";
import { frameTexts } from "./dashboard.texts.ts";
import { DashboardBottomNav } from "./dashboard-bottom-nav.tsx";
import { brokerOfAnyTab, connectionTabOf, siblingsOf, tradingTabOf } from "./dashboard-place.ts";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";
import { type DashboardTab, groupOf, isTradingTab, labelOf, pathOf } from "./dashboard-tab.ts";
import type { LinkMarks } from "./day-facts.ts";
import { type Person, PersonFoot, PersonMark } from "./person-foot.tsx";
import { StatusDot } from "./status-dot.tsx";

function BrokerChips({ current, marks = {} }: { current: DashboardTab; marks?: LinkMarks | undefined }) {
  const here = brokerOfAnyTab(current);
  if (here === null) return null;
  const tabOf = isTradingTab(current) ? tradingTabOf : connectionTabOf;
  return (
    <nav aria-label="Brokers" className="flex gap-2 overflow-x-auto md:hidden">
      {brokersShown.map((broker) => (
        <Link
          key={broker}
          to={pathOf(tabOf(broker))}
          aria-current={broker === here ? "true" : undefined}
          className={classNames(
            "flex h-11 shrink-0 items-center gap-2 rounded-full border px-4 text-sm font-semibold",
            broker === here ? "border-text bg-raised text-text" : "border-line-strong text-muted",
          )}
        >
          {brokerTitles[broker]}
          <StatusDot mark={marks[broker]} />
        </Link>
      ))}
    </nav>
  );
}

function SiblingTabs({ current }: { current: DashboardTab }) {
  const siblings = siblingsOf(current);
  if (siblings.length < 2) return null;
  return (
    <nav
      aria-label={groupOf(current)?.label}
      className="grid auto-cols-fr grid-flow-col gap-1 rounded-md border border-line bg-surface p-1 md:hidden"
    >
      {siblings.map((entry) => (
        <Link
          key={entry.tab}
          to={pathOf(entry.tab)}
          aria-current={entry.tab === current ? "page" : undefined}
          className={classNames(
            "grid h-11 place-items-center rounded-sm text-sm font-semibold",
            entry.tab === current ? "bg-raised text-text" : "text-muted",
          )}
        >
          {entry.shortLabel}
        </Link>
      ))}
    </nav>
  );
}

/** All of it may be missing while the session is checked. */
export interface FrameParts {
  person?: Person;
  onLogout?: () => void;
  unseen?: number;
  unreadAnswers?: number;
  marks?: LinkMarks;
  homeBroker?: BrokerName;
  strip?: ReactNode;
  dock?: ReactNode;
  killSwitch?: (look: "strip" | "dock" | "text") => ReactNode;
}

interface DashboardShellProps extends FrameParts {
  current: DashboardTab;
  /** In place of the tab's own name. */
  title?: string;
  lead?: ReactNode;
  hidesTitle?: boolean;
  children: ReactNode;
}

function MobileMenu({ current, person, onLogout, marks, unseen = 0, unreadAnswers = 0 }: DashboardShellProps) {
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry was chosen, so the menu closes
  useEffect(() => setOpen(false), [current]);
  const leave = () => {
    setOpen(false);
    onLogout?.();
  };
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="relative grid size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-text"
      >
        <Menu className="size-5" aria-hidden="true" />
        {unreadAnswers > 0 && (
          <span className="absolute top-2 right-2 size-2 rounded-full bg-info" aria-hidden="true" />
        )}
        <span className="sr-only">Open menu{unreadAnswers > 0 && `, ${frameTexts.unreadAnswers(unreadAnswers)}`}</span>
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Menu">
        <DashboardSidebar current={current} idPrefix="menu" unseen={unseen} marks={marks} isCompact />
        <PersonFoot person={person ?? null} onLogout={onLogout && leave} unreadAnswers={unreadAnswers} isRow />
      </Dialog>
    </>
  );
}

/** The entries scroll if necessary; profile and logout always stay visible. */
function Sidebar({ current, person, onLogout, marks, unseen = 0, unreadAnswers = 0 }: DashboardShellProps) {
  return (
    <aside className="sticky top-0 row-span-2 hidden h-[calc(100dvh-var(--sandbox-bar-height,0px))] flex-col gap-3 border-r border-line bg-surface px-3 py-4 md:flex">
      <Link to="/" className="rounded-md px-3" aria-label={`${brand.name} home`}>
        <Logo />
      </Link>
      <div className="-mx-3 min-h-0 grow overflow-y-auto px-3">
        <DashboardSidebar current={current} idPrefix="sidebar" unseen={unseen} marks={marks} />
      </div>
      <PersonFoot person={person ?? null} onLogout={onLogout} unreadAnswers={unreadAnswers} />
    </aside>
  );
}

/** One row where everything fits; below that width, a second row has what the phone has in its dock. */
function TopBars(props: DashboardShellProps) {
  const { person, strip, dock, killSwitch } = props;
  return (
    <header data-shell-header="" className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="flex h-13 items-center justify-between px-2 md:hidden">
        <MobileMenu {...props} />
        <Logo />
        <PersonMark person={person ?? null} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 px-4 md:px-8 min-[88rem]:h-14 min-[88rem]:flex-nowrap">
        <div className="min-w-0 grow max-[88rem]:basis-full">{strip}</div>
        {killSwitch && (
          <div className="hidden h-14 grow items-center justify-between gap-4 md:flex min-[88rem]:grow-0">
            <div className="min-[88rem]:hidden">{dock}</div>
            {killSwitch("strip")}
          </div>
        )}
      </div>
    </header>
  );
}

function BottomBars({ current, dock, killSwitch, homeBroker = "fyers", unseen = 0 }: DashboardShellProps) {
  return (
    <div className="fixed inset-x-0 bottom-(--sandbox-bar-height,0px) z-30 md:hidden">
      {(dock || killSwitch) && (
        <section
          aria-label={frameTexts.dock}
          className="flex h-16 items-center justify-between gap-3 border-t border-line bg-raised px-4"
        >
          <div className="min-w-0">{dock}</div>
          {killSwitch?.("dock")}
        </section>
      )}
      <DashboardBottomNav current={current} homeBroker={homeBroker} unseen={unseen} />
    </div>
  );
}

/** B2.1-B2.3: sidebar beside the content under the strip; on phones a menu, the broker's tabs and bars at the thumb. */
export function DashboardShell(props: DashboardShellProps) {
  const { current, title, lead, hidesTitle = false, children } = props;
  return (
    <ThemeScope
      className="min-h-dvh bg-ground text-text md:grid md:grid-cols-[16.5rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]"
      data-shell=""
    >
      <Sidebar {...props} />
      <TopBars {...props} />
      <main
        id="main"
        data-shell-content=""
        className="mx-auto grid w-full max-w-[79rem] content-start gap-4 px-4 pt-4 pb-40 md:gap-5 md:px-8 md:pt-7 md:pb-16"
      >
        <BrokerChips current={current} marks={props.marks} />
        <SiblingTabs current={current} />
        {!hidesTitle && (
          <div className="grid gap-1">
            <h1 className="text-2xl font-semibold">{title ?? labelOf(current)}</h1>
            {lead && <p className="text-muted">{lead}</p>}
          </div>
        )}
        {children}
      </main>
      <BottomBars {...props} />
    </ThemeScope>
  );
}
