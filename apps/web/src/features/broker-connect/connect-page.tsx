import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api } from "../../lib/api.ts";
import { announceLogin, type LoginEnd } from "../../lib/broker-login-window.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { connectTexts } from "./connect.texts.ts";
import { type Arrival, type Outcome, readArrival, settleArrival } from "./connect-arrival.ts";

interface ConnectPageProps {
  broker: BrokerName;
  name: string;
  connectionPath: string;
  onLeave?(address: string): void;
}

const leaveSite = (address: string): void => location.replace(address);

/** A grant and a link work once: a second request gets the same answer. */
function onceOf(work: () => Promise<Outcome>): () => Promise<Outcome> {
  let answer: Promise<Outcome> | null = null;
  return () => {
    answer ??= work();
    return answer;
  };
}

/** Removes grant and link from the address bar and the history before anything else happens. */
function useCleanAddress(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (location.search === "") return;
    history.replaceState(history.state, "", location.pathname);
    void navigate({ search: "" }, { replace: true, preventScrollReset: true }); // the router stores it too
  }, [navigate]);
}

function useOutcome({ broker, name, onLeave = leaveSite }: ConnectPageProps, arrival: Arrival): Outcome | null {
  const [settle] = useState(() =>
    arrival.kind === "nothing" ? null : onceOf(() => settleArrival(api, { broker, name }, arrival)),
  );
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    let isGone = false;
    void settle?.().then((result) => {
      if (isGone) return;
      setOutcome(result);
      if (result.kind === "elsewhere") onLeave(result.address);
    });
    return () => {
      isGone = true;
    };
  }, [settle, onLeave]);
  return outcome;
}

const endOf = (outcome: Outcome | null): LoginEnd | null =>
  outcome === null || outcome.kind === "elsewhere" ? null : outcome;

/** Whether another of our windows has received the login; this window then has nothing left to do. */
function useDashboardNotified(broker: BrokerName, outcome: Outcome | null): boolean {
  const [isNotified, setNotified] = useState(false);
  useEffect(() => {
    const end = endOf(outcome);
    if (end === null) return;
    return announceLogin(broker, end, () => {
      setNotified(true);
      if (end.kind === "connected") window.close(); // works only in a window that a script has opened
    });
  }, [broker, outcome]);
  return isNotified;
}

const WayOn = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button asChild variant="primary">
    <Link to={to} replace>
      {children}
    </Link>
  </Button>
);

interface Words {
  readonly title: string;
  readonly body: string;
  readonly action: ReactNode;
}

function textsOf(page: ConnectPageProps, arrival: Arrival, outcome: Outcome | null, isNotified: boolean): Words {
  const { name, connectionPath } = page;
  const back = <WayOn to={connectionPath}>{connectTexts.toDashboard}</WayOn>;
  const wait = <Spinner className="size-7 text-muted" />;
  if (arrival.kind === "nothing") return { title: connectTexts.idle(name), body: connectTexts.idleBody, action: back };
  switch (outcome?.kind) {
    case undefined:
      return { title: connectTexts.working(name), body: connectTexts.workingBody, action: wait };
    case "elsewhere":
      return { title: connectTexts.leaving(name), body: connectTexts.leavingBody, action: wait };
    case "connected":
      return {
        title: connectTexts.done(name),
        body: isNotified ? connectTexts.notifiedBody : connectTexts.doneBody,
        action: back,
      };
    case "failed":
      return { title: connectTexts.failed(name), body: outcome.sentence, action: back };
  }
}

/** A2.17: the target of a broker's login page and of a morning's link. */
export function ConnectPage(props: ConnectPageProps) {
  const [params] = useSearchParams();
  const [arrival] = useState(() => readArrival(props.broker, params));
  useCleanAddress();
  const outcome = useOutcome(props, arrival);
  const isNotified = useDashboardNotified(props.broker, outcome);
  const { title, body, action } = textsOf(props, arrival, outcome, isNotified);
  return (
    <NoticePage title={title} action={action}>
      <p role="status">{body}</p>
    </NoticePage>
  );
}
