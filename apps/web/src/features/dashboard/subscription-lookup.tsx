import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useSession, useSessionStore } from "../../lib/session.tsx";
import { showToast } from "../../ui/toast.tsx";
import { lookupTexts } from "./dashboard.texts.ts";

/** B2.5: spelled so by the specification; it shows the same plans. */
const PLANS_WHEN_MISSING = "/subscirption-plans";
const NOT_FOUND = 404;

/** B8.1: reads the subscription on entry to the dashboard and shows a failure. Draws nothing. */
export function SubscriptionLookup() {
  const store = useSessionStore();
  const session = useSession();
  const navigate = useNavigate();
  const fault = session.kind === "user" ? session.subscriptionFault : null;
  const wasUser = useRef(false);

  useEffect(() => {
    const now = store.get();
    // A first load is already in progress.
    if (now.kind === "user" && now.isSubscriptionKnown) void store.refresh();
  }, [store]);

  useEffect(() => {
    if (fault === NOT_FOUND) void navigate(PLANS_WHEN_MISSING, { replace: true });
    else if (fault !== null) showToast("error", lookupTexts.failed);
  }, [fault, navigate]);

  useEffect(() => {
    if (session.kind === "visitor" && session.hasEnded && wasUser.current) showToast("error", lookupTexts.signedOut);
    wasUser.current = session.kind === "user";
  }, [session]);
  return null;
}
