import { type ReactNode, useRef } from "react";
import { Link, useLocation } from "react-router";
import { loginPathFor } from "../../lib/next-path.ts";
import { useSession } from "../../lib/session.tsx";
import type { Session } from "../../lib/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { ThemeScope } from "../../ui/theme.tsx";

export type UserSession = Extract<Session, { kind: "user" }>;

interface RequireUserProps {
  skeleton: ReactNode;
  /** The page has no frame and brings its own main part. */
  hasOwnMain?: boolean;
  children(session: UserSession): ReactNode;
}

/** A2.4, A6.2: a visitor is led to the login and back; a user who loses the session on the page sees why. B2.23 */
export function RequireUser({ skeleton, hasOwnMain = false, children }: RequireUserProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const wasUser = useRef(false);
  if (session.kind === "user") wasUser.current = true;
  switch (session.kind) {
    case "loading":
      return skeleton;
    case "visitor":
      return session.hasEnded ? (
        <SessionEnded here={pathname + search} isMain={hasOwnMain} />
      ) : (
        <>
          {skeleton}
          {/* A logout on this page goes to the home page and not to the login. */}
          <Redirect to={wasUser.current ? "/" : loginPathFor(pathname + search)} />
        </>
      );
    case "user":
      return children(session);
  }
}

/** A page without the site's frame may be light: the notice keeps its colours. */
function SessionEnded({ here, isMain }: { here: string; isMain: boolean }) {
  const notice = (
    <NoticePage
      isMain={isMain}
      title="Authentication Required"
      action={
        <Button asChild variant="primary">
          <Link to={loginPathFor(here)}>Go to Login</Link>
        </Button>
      }
    >
      Your session has ended. Log in again and you come back to this page.
    </NoticePage>
  );
  return isMain ? <ThemeScope>{notice}</ThemeScope> : notice;
}
