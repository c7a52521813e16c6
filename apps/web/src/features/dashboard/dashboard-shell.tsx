import { brand } from "@vriddhi/core/site/brand";
import Menu from "lucide-react/icons/menu";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ThemeScope, ThemeToggle } from "../../ui/theme.tsx";
import { DashboardBottomNav } from "./dashboard-bottom-nav.tsx";
import { DashboardSidebar } from "./dashboard-sidebar.tsx";
import { type DashboardTab, groupOf, labelOf, pathOf } from "./dashboard-tab.ts";

/** On a phone the two tabs of a broker stand side by side above the content. */
function SiblingTabs({ current }: { current: DashboardTab }) {
  const group = groupOf(current);
  if (group === undefined || group.label === "General") return null;
  return (
    <nav
      aria-label={group.label}
      className="grid grid-cols-2 gap-1 rounded-md border border-line bg-surface p-1 md:hidden"
    >
      {group.entries.map((entry) => (
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

function MobileMenu({ current }: { current: DashboardTab }) {
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry was chosen, so the menu has done its work
  useEffect(() => setOpen(false), [current]);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-md text-muted hover:bg-raised hover:text-text"
      >
        <Menu className="size-5" aria-hidden="true" />
        <span className="sr-only">Open menu</span>
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Menu">
        <DashboardSidebar current={current} idPrefix="menu" />
      </Dialog>
    </>
  );
}

interface DashboardShellProps {
  current: DashboardTab;
  children: ReactNode;
}

/** B2.1-B2.3: sidebar beside the content; on phones a menu, a bottom navigation and the broker's two tabs. */
export function DashboardShell({ current, children }: DashboardShellProps) {
  return (
    <ThemeScope className="min-h-dvh bg-ground text-text md:grid md:grid-cols-[16.5rem_minmax(0,1fr)]" data-shell="">
      <aside className="sticky top-0 hidden h-[calc(100dvh-var(--sandbox-bar-height,0px))] flex-col gap-7 overflow-y-auto border-r border-line bg-surface px-4 py-6 md:flex">
        <Link to="/" className="rounded-md px-3" aria-label={`${brand.name} home`}>
          <Logo />
        </Link>
        <DashboardSidebar current={current} idPrefix="sidebar" />
        <div className="mt-auto flex items-center justify-between pl-3 text-sm text-muted">
          Appearance
          <ThemeToggle />
        </div>
      </aside>
      <header className="sticky top-0 z-20 flex h-15 items-center justify-between border-b border-line bg-surface px-3 md:hidden">
        <MobileMenu current={current} />
        <Logo />
        <ThemeToggle />
      </header>
      <main
        id="main"
        data-shell-content=""
        className="mx-auto grid w-full max-w-5xl content-start gap-6 px-5 pt-6 pb-28 md:px-10 md:pt-12 md:pb-16"
      >
        <SiblingTabs current={current} />
        <h1 className="text-2xl font-semibold">{labelOf(current)}</h1>
        {children}
      </main>
      <DashboardBottomNav current={current} />
    </ThemeScope>
  );
}
