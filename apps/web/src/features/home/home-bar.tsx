import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { siteTexts } from "../../texts/site.texts.ts";
import { Logo } from "../../ui/logo.tsx";
import { nameForPath, pathForName } from "./home-navigation.ts";

interface HomeBarProps {
  readonly links: readonly { readonly label: string; readonly to: string }[];
  /** A2.25: receives the name of the chosen page. Without scripts, and in a new tab, the links work natively. */
  readonly onNavigate: (name: string) => void;
  readonly account: ReactNode;
  readonly menu: ReactNode;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The home page's own top bar: transparent over the film, opaque once the page scrolls. */
export function HomeBar({ links, onNavigate, account, menu }: HomeBarProps) {
  const choose = (name: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onNavigate(name);
  };
  return (
    <header className="home-bar">
      <div className="page-width flex h-18 items-center gap-4">
        <Link
          to="/"
          onClick={choose("home")}
          className="flex h-11 items-center rounded-md"
          aria-label={siteTexts.homeLabel}
        >
          <Logo />
        </Link>
        <nav aria-label={siteTexts.mainNavigation} className="ml-auto hidden md:block">
          <ul className="flex items-center lg:gap-2">
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link
                  to={pathForName(nameForPath(to))}
                  prefetch="intent"
                  onClick={choose(nameForPath(to))}
                  aria-current={to === "/" ? "page" : undefined}
                  className="flex h-11 items-center rounded-md px-3 text-sm font-medium text-muted hover:text-text aria-[current=page]:text-text"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {/* As wide as its widest content, so that nothing moves when the session becomes known. */}
        <div className="hidden min-w-52 items-center justify-end gap-1 md:flex">{account}</div>
        <div className="ml-auto md:hidden">{menu}</div>
      </div>
    </header>
  );
}
