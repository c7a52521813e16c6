import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../../lib/session.tsx";
import type { Session } from "../../lib/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { ThemedPage } from "../../ui/theme.tsx";
import { stateTexts } from "./trading.texts.ts";

type UserSession = Extract<Session, { kind: "user" }>;

/** B2.6-B2.8: checks the session first. When it ends on the page, the login returns the user to this page. */
export function TradingAccess({ children }: { children(session: UserSession): ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  switch (session.kind) {
    case "loading":
      return (
        <ThemedPage>
          <main id="main" className="grid full-page content-center">
            <h1 className="sr-only">{stateTexts.title}</h1>
            <SpinnerWithText>{stateTexts.checkingAuthentication}</SpinnerWithText>
          </main>
        </ThemedPage>
      );
    case "visitor":
      return (
        <ThemedPage>
          <NoticePage
            isMain
            title={stateTexts.authenticationRequired}
            action={
              <Button asChild variant="primary">
                <Link to={session.hasEnded ? `/auth?${new URLSearchParams({ next: here })}` : "/auth"}>
                  {stateTexts.goToLogin}
                </Link>
              </Button>
            }
          >
            {stateTexts.authenticationBody}
          </NoticePage>
        </ThemedPage>
      );
    case "user":
      return children(session);
  }
}
