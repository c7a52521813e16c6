import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { googleTexts } from "./google.texts.ts";
import { type Arrival, arriveFromGoogle, readRedirect } from "./google-arrival.ts";

/** A9.3 */
const REDIRECT_DELAY_MS = 500;

/** Takes the code out of the address bar and the history before anything else happens. */
function clearAddressBar(): void {
  if (location.search === "") return;
  history.replaceState(history.state, "", location.pathname);
}

function useArrival(): Arrival | null {
  const store = useSessionStore();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [redirect] = useState(() => readRedirect(params));
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useEffect(() => {
    clearAddressBar();
    void navigate({ search: "" }, { replace: true, preventScrollReset: true }); // the router remembers it too
  }, [navigate]);
  useEffect(() => {
    let isGone = false;
    void arriveFromGoogle({ api, store }, redirect).then((result) => {
      if (!isGone) setArrival(result);
    });
    return () => {
      isGone = true;
    };
  }, [store, redirect]);
  return arrival;
}

const loginPath = (nextPath: string | null): string =>
  nextPath === null ? "/auth" : `/auth?${new URLSearchParams({ next: nextPath })}`;

const wordsOf = (arrival: Arrival | null) => {
  switch (arrival?.kind) {
    case undefined:
      return { title: googleTexts.arriving, body: googleTexts.arrivingBody };
    case "arrived":
      return { title: googleTexts.arrived, body: googleTexts.arrivedBody };
    case "failed":
      return { title: googleTexts.failed, body: arrival.sentence };
  }
};

/** A2.33, A4.4: loading, then success or error. */
export function GoogleCallbackPage() {
  const arrival = useArrival();
  const { title, body } = wordsOf(arrival);
  return (
    <NoticePage
      title={title}
      action={
        arrival?.kind === "failed" ? (
          <Button asChild variant="primary">
            <Link to={loginPath(arrival.nextPath)} replace>
              {googleTexts.backToLogin}
            </Link>
          </Button>
        ) : (
          <Spinner className="size-7 text-muted" />
        )
      }
    >
      <p role="status">{body}</p>
      {arrival?.kind === "arrived" && <Redirect to={arrival.path} afterMs={REDIRECT_DELAY_MS} />}
    </NoticePage>
  );
}
