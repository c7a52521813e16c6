import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { googleConfirmTexts, googleTexts } from "./google.texts.ts";
import { GoogleConfirmForm } from "./google-confirm-form.tsx";
import { finishGoogleSignIn, type GoogleSignInOutcome, readRedirect } from "./google-sign-in.ts";

const REDIRECT_DELAY_MS = 500;

/** Removes the code from the address bar and the history before anything else happens. */
function clearAddressBar(): void {
  if (location.search === "") return;
  history.replaceState(history.state, "", location.pathname);
}

function useGoogleSignIn(): readonly [GoogleSignInOutcome | null, (arrival: GoogleSignInOutcome) => void] {
  const store = useSessionStore();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [redirect] = useState(() => readRedirect(params));
  const [arrival, setArrival] = useState<GoogleSignInOutcome | null>(null);
  useEffect(() => {
    clearAddressBar();
    void navigate({ search: "" }, { replace: true, preventScrollReset: true }); // the router stores it too
  }, [navigate]);
  useEffect(() => {
    let isGone = false;
    void finishGoogleSignIn({ api, store }, redirect).then((result) => {
      if (!isGone) setArrival(result);
    });
    return () => {
      isGone = true;
    };
  }, [store, redirect]);
  return [arrival, setArrival];
}

const loginPath = (nextPath: string | null): string =>
  nextPath === null ? "/auth" : `/auth?${new URLSearchParams({ next: nextPath })}`;

const wordsOf = (arrival: GoogleSignInOutcome | null) => {
  switch (arrival?.kind) {
    case undefined:
      return { title: googleTexts.arriving, body: googleTexts.arrivingBody };
    case "arrived":
      return { title: googleTexts.arrived, body: googleTexts.arrivedBody };
    case "proof_required":
      return arrival.what === "password"
        ? { title: googleConfirmTexts.linkTitle, body: googleConfirmTexts.linkBody }
        : { title: googleConfirmTexts.codeTitle, body: googleConfirmTexts.codeBody };
    case "failed":
      return { title: googleTexts.failed, body: arrival.sentence };
  }
};

/** A2.33, A4.4: loading, then success or error; in between what only the user can enter. */
export function GoogleCallbackPage() {
  const [arrival, setArrival] = useGoogleSignIn();
  const { title, body } = wordsOf(arrival);
  return (
    <NoticePage title={title} action={<Action arrival={arrival} onArrived={setArrival} />}>
      <p role="status">{body}</p>
      {arrival?.kind === "arrived" && <Redirect to={arrival.path} afterMs={REDIRECT_DELAY_MS} />}
    </NoticePage>
  );
}

interface ActionProps {
  readonly arrival: GoogleSignInOutcome | null;
  readonly onArrived: (arrival: GoogleSignInOutcome) => void;
}

function Action({ arrival, onArrived }: ActionProps) {
  if (arrival?.kind === "proof_required") return <GoogleConfirmForm asked={arrival} onArrived={onArrived} />;
  if (arrival?.kind !== "failed") return <Spinner className="size-7 text-muted" />;
  return (
    <Button asChild variant="primary">
      <Link to={loginPath(arrival.nextPath)} replace>
        {googleTexts.backToLogin}
      </Link>
    </Button>
  );
}
