import { Link, useLocation } from "react-router";
import { useSession } from "../lib/session.tsx";
import { siteTexts } from "../texts/site.texts.ts";
import { Button } from "../ui/button.tsx";
import { loginLink, profileLink } from "./site-links.ts";

const EDITOR_PATH = "/research/create";

interface HeaderAccountProps {
  readonly onLogout: () => void;
  readonly isStacked?: boolean;
}

/** A2.20. Until the session is known the place stays empty; without scripts it is a login link. */
export function HeaderAccount({ onLogout, isStacked = false }: HeaderAccountProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const size = isStacked ? "md" : "sm";
  switch (session.kind) {
    case "loading":
      return (
        <noscript>
          <a href={loginLink.to}>{loginLink.label}</a>
        </noscript>
      );
    case "visitor":
      // Only a blog admin can be here, with a login of its own.
      if (pathname === EDITOR_PATH) return null;
      return (
        <Button asChild variant="secondary" size={size}>
          <Link to={loginLink.to} prefetch="intent">
            {loginLink.label}
          </Link>
        </Button>
      );
    case "user":
      return (
        <>
          <Button asChild variant={isStacked ? "secondary" : "ghost"} size={size}>
            <Link to={profileLink.to}>{profileLink.label}</Link>
          </Button>
          <Button variant={isStacked ? "ghost" : "secondary"} size={size} onClick={onLogout}>
            {siteTexts.logout}
          </Button>
        </>
      );
  }
}
