import { useMutation, useQueryClient } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import Menu from "lucide-react/icons/menu";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { adminApi } from "../../lib/admin-api.ts";
import { forgetAdminToken } from "../../lib/admin-session.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import { ThemeScope, ThemeToggle } from "../../ui/theme.tsx";
import { deskTexts } from "./desk.texts.ts";
import { DeskClock, DeskDay } from "./desk-clock.tsx";
import { type DeskPlace, deskPlaces } from "./desk-places.ts";
import { ClockShift } from "./shown-time.tsx";

interface DeskFrameProps {
  username: string;
  clockShiftMinutes: number;
  current: DeskPlace;
  title?: string;
  stop?: ((look: "bar" | "thumb") => ReactNode) | undefined;
  notice?: ReactNode;
  isReadOnly?: boolean;
  waiting?: Waiting | undefined;
  children: ReactNode;
}

type Waiting = Partial<Record<DeskPlace, number>>;

const COUNT_MAX = 99;

function Count({ many }: { many: number | undefined }) {
  if (many === undefined || many === 0) return null;
  return (
    <span className="figures absolute -top-1 left-1/2 ml-1.5 min-w-4.5 rounded-full bg-info px-1 text-center text-[0.75rem] leading-4.5 font-semibold text-ground">
      <span aria-hidden="true">{many > COUNT_MAX ? `${COUNT_MAX}+` : many}</span>
      <span className="sr-only">{deskTexts.waiting(many)}</span>
    </span>
  );
}

/** C2.34: always removes the token, also when the server could not end it; then opens the login. */
function useLogout(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => adminApi("POST", "/api/logout"),
    onSettled: async () => {
      forgetAdminToken();
      await navigate("/secret");
      queries.clear();
    },
  });
  return () => mutate();
}

function Rail({ current, waiting = {} }: Pick<DeskFrameProps, "current" | "waiting">) {
  return (
    <nav
      aria-label={deskTexts.name}
      className="sticky top-0 hidden h-[calc(100dvh-var(--sandbox-bar-height,0px))] flex-col items-center gap-0.5 overflow-y-auto border-r border-line bg-surface px-2 py-3.5 md:flex"
    >
      <Link to="/" aria-label="Home" className="mb-3 grid size-11 place-items-center rounded-md">
        <LogoMark />
      </Link>
      {deskPlaces.map(({ place, label, to, Icon }) => (
        <Link
          key={place}
          to={to}
          aria-current={place === current ? "page" : undefined}
          className={classNames(
            "relative grid w-17 justify-items-center gap-1 rounded-md pt-2 pb-1.5 text-[0.75rem] leading-4 font-medium",
            place === current ? "bg-raised text-text" : "text-muted hover:bg-raised/60 hover:text-text",
          )}
        >
          <Icon className={classNames("size-5", place === current && "text-accent-text")} aria-hidden="true" />
          {label}
          <Count many={waiting[place]} />
        </Link>
      ))}
      <ThemeToggle className="mt-auto shrink-0" />
    </nav>
  );
}

function BottomBar({ current, stop, waiting = {} }: Pick<DeskFrameProps, "current" | "stop" | "waiting">) {
  return (
    <nav
      aria-label="Quick navigation"
      className="fixed inset-x-0 bottom-(--sandbox-bar-height,0px) z-30 grid h-17 auto-cols-fr grid-flow-col border-t border-line bg-surface md:hidden"
    >
      {deskPlaces
        .filter(({ isNear }) => isNear)
        .map(({ place, label, to, Icon }) => (
          <Link
            key={place}
            to={to}
            aria-current={place === current ? "page" : undefined}
            className={classNames(
              "grid content-center justify-items-center gap-1 text-[0.75rem] leading-4 font-medium",
              place === current ? "text-text" : "text-muted",
            )}
          >
            <span className="relative">
              <Icon className={classNames("size-5.5", place === current && "text-accent-text")} aria-hidden="true" />
              <Count many={waiting[place]} />
            </span>
            {label}
          </Link>
        ))}
      {stop && <div className="grid border-l border-line">{stop("thumb")}</div>}
    </nav>
  );
}

function PhoneMenu({ current, onLogout }: Pick<DeskFrameProps, "current"> & { onLogout(): void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-ml-3 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-raised md:hidden"
      >
        <Menu className="size-5" aria-hidden="true" />
        <span className="sr-only">{deskTexts.openMenu}</span>
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={deskTexts.menu}>
        <nav aria-label={deskTexts.name} className="grid">
          {deskPlaces.map(({ place, label, to, Icon }) => (
            <Link
              key={place}
              to={to}
              onClick={() => setOpen(false)}
              aria-current={place === current ? "page" : undefined}
              className={classNames(
                "flex h-12 items-center gap-3 rounded-md px-3 font-medium",
                place === current ? "bg-raised text-text" : "text-muted",
              )}
            >
              <Icon className="size-5" aria-hidden="true" />
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
          <Button variant="ghost" onClick={onLogout}>
            <LogOut className="size-4.5" aria-hidden="true" />
            {deskTexts.logout}
          </Button>
          <ThemeToggle />
        </div>
      </Dialog>
    </>
  );
}

const RULE = <span className="hidden h-7 w-px bg-line md:block" aria-hidden="true" />;

function TopBar({ username, current, title, stop }: Omit<DeskFrameProps, "children">) {
  const logout = useLogout();
  return (
    <header
      data-shell-header=""
      className="sticky top-0 z-20 flex h-14 items-center gap-4 border-b border-line bg-ground px-4 md:h-15 md:px-6"
    >
      <PhoneMenu current={current} onLogout={logout} />
      <h1 className="min-w-0 truncate text-[0.9375rem] leading-6 font-semibold md:text-lg">
        {title ?? deskTexts.welcome(username)}
      </h1>
      <DeskDay />
      <div className="ml-auto flex shrink-0 items-center gap-4">
        <DeskClock />
        {stop && (
          <>
            {RULE}
            <div className="hidden md:block">{stop("bar")}</div>
          </>
        )}
        {RULE}
        <Button variant="ghost" size="sm" className="max-md:hidden" onClick={logout}>
          <LogOut className="size-4" aria-hidden="true" />
          {deskTexts.logout}
        </Button>
      </div>
    </header>
  );
}

export function DeskFrame(props: DeskFrameProps) {
  const { notice, isReadOnly = false, clockShiftMinutes, children } = props;
  return (
    <ThemeScope
      className="min-h-dvh bg-ground text-sm text-text md:grid md:grid-cols-[5.25rem_minmax(0,1fr)]"
      data-shell=""
    >
      <Rail current={props.current} waiting={props.waiting} />
      <div className="min-w-0 max-md:pb-19">
        <TopBar {...props} />
        {notice}
        <main
          id="main"
          data-shell-content=""
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 px-4 pt-3 pb-10 md:px-6"
        >
          {isReadOnly && <p className="rounded-md bg-warm px-4 py-2.5 text-sm text-warn">{deskTexts.readOnly}</p>}
          <ClockShift value={clockShiftMinutes}>{children}</ClockShift>
        </main>
      </div>
      <BottomBar current={props.current} stop={props.stop} waiting={props.waiting} />
    </ThemeScope>
  );
}
