import { type ComponentType, useState } from "react";
import { Link, NavLink } from "react-router";
import { siteTexts } from "../texts/site.texts.ts";
import { Logo } from "../ui/logo.tsx";
import { showToast } from "../ui/toast.tsx";
import { HeaderAccount } from "./header-account.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { mainLinks } from "./site-links.ts";

type LogoutDialog = ComponentType<{ readonly onClose: () => void }>;

export function HeaderBar() {
  const [Dialog, setDialog] = useState<LogoutDialog | null>(null);
  const askToLeave = () =>
    void import("./logout-dialog.tsx").then(
      ({ LogoutDialog }) => setDialog(() => LogoutDialog),
      () => showToast("error", siteTexts.logoutFailed),
    );
  return (
    <div className="page-width flex h-18 items-center gap-4">
      <Link to="/" className="flex h-11 items-center rounded-md" aria-label={siteTexts.homeLabel}>
        <Logo />
      </Link>
      <nav aria-label={siteTexts.mainNavigation} className="ml-auto hidden md:block">
        <ul className="flex items-center lg:gap-2">
          {mainLinks.map(({ label, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === "/"}
                prefetch="intent"
                className="flex h-11 items-center rounded-md px-3 text-sm font-medium text-muted hover:text-text aria-[current=page]:text-text"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* As wide as its widest content, so that nothing moves when the session becomes known. */}
      <div className="hidden min-w-52 items-center justify-end gap-1 md:flex">
        <HeaderAccount onLogout={askToLeave} />
      </div>
      <div className="ml-auto md:hidden">
        <MobileMenu onLogout={askToLeave} />
      </div>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </div>
  );
}
