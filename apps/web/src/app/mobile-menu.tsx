import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { useSession } from "../lib/session.tsx";
import { siteTexts } from "../texts/site.texts.ts";
import { Button } from "../ui/button.tsx";
import { HeaderAccount } from "./header-account.tsx";
import { menuLinks, trialLink } from "./site-links.ts";

/** A4.10, A9.1: the same breakpoint as Tailwind's `md`. */
const WIDE_ENOUGH = "(min-width: 768px)";

const ICON_BUTTON = "grid size-11 place-items-center rounded-md text-text hover:bg-raised";

/** The browser's own modal dialog: it traps focus, closes on Escape and needs no code. */
export function MobileMenu({ onLogout }: { readonly onLogout: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const session = useSession();
  const close = useCallback(() => dialog.current?.close(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes the menu
  useEffect(close, [pathname]);
  useEffect(() => {
    const wide = matchMedia(WIDE_ENOUGH);
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [close]);
  return (
    <div className="md:hidden">
      <button
        type="button"
        className={ICON_BUTTON}
        aria-label={siteTexts.menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          dialog.current?.showModal();
          setOpen(true);
        }}
      >
        <Menu className="size-6" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog already */}
      <dialog
        ref={dialog}
        className="mobile-menu"
        aria-label={siteTexts.menu}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && close()}
      >
        <div className="flex h-full flex-col gap-6 p-5">
          <button type="button" className={`${ICON_BUTTON} self-end`} aria-label={siteTexts.closeMenu} onClick={close}>
            <X className="size-6" aria-hidden="true" />
          </button>
          <nav aria-label={siteTexts.mainNavigation} className="mt-auto">
            <ul className="grid">
              {menuLinks.map(({ label, to }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === "/"}
                    onClick={close}
                    className="flex min-h-13 items-center border-b border-line text-lg font-medium text-muted aria-[current=page]:text-text"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: any choice in here leads elsewhere */}
          <div className="grid gap-3" onClick={close}>
            {session.kind === "visitor" && (
              <Button asChild variant="primary">
                <Link to={trialLink.to}>{trialLink.label}</Link>
              </Button>
            )}
            <HeaderAccount isStacked onLogout={onLogout} />
          </div>
        </div>
      </dialog>
    </div>
  );
}
