import { Link } from "react-router";
import { useSession } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { ThemedPage } from "../../ui/theme.tsx";
import { pathOf } from "./dashboard-tab.ts";

const TITLE = "Fyers Trading Dashboard";

function Content() {
  const session = useSession();
  switch (session.kind) {
    case "loading":
      return (
        <div className="grid full-page content-center">
          <h1 className="sr-only">{TITLE}</h1>
          <SpinnerWithText>Checking authentication...</SpinnerWithText>
        </div>
      );
    case "visitor":
      return (
        <NoticePage
          title="Authentication Required"
          action={
            <Button asChild variant="primary">
              <Link to="/auth">Go to Login</Link>
            </Button>
          }
        >
          Log in to see your trading dashboard.
        </NoticePage>
      );
    case "user":
      return (
        <NoticePage
          title={TITLE}
          action={
            <Button asChild>
              <Link to={pathOf("UserProfile")}>Open your dashboard</Link>
            </Button>
          }
        >
          You will start and stop the algorithm here soon.
        </NoticePage>
      );
  }
}

/** B2.4, B2.7, B2.8; the connected states come with the trading screens. */
export function TradingDashboard() {
  return (
    <ThemedPage>
      <Content />
    </ThemedPage>
  );
}
