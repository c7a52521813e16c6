import LifeBuoy from "lucide-react/icons/life-buoy";
import LogOut from "lucide-react/icons/log-out";
import { Link } from "react-router";
import { initialsOf } from "../../lib/initials.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CountBadge } from "./count-badge.tsx";
import { frameTexts } from "./dashboard.texts.ts";
import { pathOf } from "./dashboard-tab.ts";

export interface Person {
  readonly name: string;
  readonly email: string;
}

export function Initials({ name, className = "" }: { name: string; className?: string }) {
  return (
    <span
      className={`grid size-9 shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-xs font-semibold text-text ${className}`}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

export function PersonMark({ person }: { person: Person | null }) {
  if (person === null) return <Skeleton className="mr-1 size-9 rounded-full!" />;
  return (
    <Link to={pathOf("UserProfile")} className="grid size-11 place-items-center rounded-full">
      <Initials name={person.name} />
      <span className="sr-only">{frameTexts.yours(person.name)}</span>
    </Link>
  );
}

interface PersonFootProps {
  /** `null` while the session is being checked. */
  person: Person | null;
  onLogout?: (() => void) | undefined;
  unreadAnswers: number;
  isRow?: boolean;
}

export function PersonFoot({ person, onLogout, unreadAnswers, isRow = false }: PersonFootProps) {
  return (
    <div
      className={
        isRow
          ? "flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line pt-4"
          : "grid gap-1 border-t border-line pt-3"
      }
    >
      <div className={`flex min-w-0 items-center gap-3 px-3 ${isRow ? "basis-full" : ""}`}>
        {person === null ? (
          <>
            <Skeleton className="size-9 rounded-full!" />
            <Skeleton className="h-9 w-32" />
          </>
        ) : (
          <>
            <Initials name={person.name} />
            <p className="grid min-w-0 text-sm">
              <span className="truncate font-semibold">{person.name}</span>
              <span className="truncate text-xs text-muted">{person.email}</span>
            </p>
          </>
        )}
      </div>
      {/* Side by side, so that the entries above fit on a laptop's screen. */}
      <div className={isRow ? "contents" : "grid grid-cols-2"}>
        <Link
          to="/support"
          className="flex h-11 items-center gap-2.5 rounded-md px-3 text-[0.9375rem] font-medium text-muted hover:bg-raised/60 hover:text-text"
        >
          <LifeBuoy className="size-4.5 shrink-0" aria-hidden="true" />
          {frameTexts.support}
          <CountBadge count={unreadAnswers} className={isRow ? "" : "ml-auto"} />
        </Link>
        {onLogout && (
          <Button
            variant={isRow ? "secondary" : "ghost"}
            className={isRow ? "px-4!" : "justify-start! px-3! text-[0.9375rem]! font-medium! text-muted"}
            onClick={onLogout}
          >
            <LogOut className="size-4.5" aria-hidden="true" />
            {frameTexts.logout}
          </Button>
        )}
      </div>
    </div>
  );
}
