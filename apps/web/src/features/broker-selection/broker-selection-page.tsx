import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { showToast } from "../../ui/toast.tsx";
import { BrokerCard, type BrokerCardState } from "./broker-card.tsx";
import { type BrokerOption, brokerOptions, connectionPaths } from "./broker-option.ts";
import { brokerSelectionTexts as texts } from "./broker-selection.texts.ts";
import { useConnectedBrokers } from "./use-connected-brokers.ts";

export const CONNECT_DELAY_MS = 1_000;

type Chosen = BrokerOption["id"] | null;

const stateOf = (broker: BrokerOption, chosen: Chosen): BrokerCardState => {
  if (chosen === null) return "idle";
  return chosen === broker.id ? "connecting" : "waiting";
};

/** Shows the connecting state for a second, then opens the connection; a failure enables the cards again. */
function useConnecting(open: (path: string) => Promise<void> | void) {
  const [chosen, setChosen] = useState<Chosen>(null);
  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(async () => {
      try {
        await open(connectionPaths[chosen]);
      } catch {
        showToast("error", texts.failed);
      }
      setChosen(null);
    }, CONNECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [chosen, open]);
  const choose = (broker: BrokerOption) => {
    if (chosen !== null) return;
    if (broker.comingSoon) showToast("info", texts.comingSoon);
    else setChosen(broker.id);
  };
  return { chosen, choose };
}

function Needs() {
  return (
    <section className="grid gap-6 border-t border-line pt-10">
      <h2 className="text-xl font-semibold">{texts.needTitle}</h2>
      <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
        {texts.needs.map(({ title, body }) => (
          <li key={title} className="grid content-start gap-1">
            <h3 className="font-semibold">{title}</h3>
            <p className="text-muted">{body}</p>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{texts.safety}</p>
    </section>
  );
}

interface BrokerSelectionPageProps {
  /** Opens a page of this site, by the router by default. */
  open?: (path: string) => Promise<void> | void;
}

export function BrokerSelectionPage({ open }: BrokerSelectionPageProps) {
  const navigate = useNavigate();
  const { chosen, choose } = useConnecting(open ?? navigate);
  const connected = useConnectedBrokers();
  const connecting = brokerOptions.find(({ id }) => id === chosen);
  return (
    <div className="page-width grid full-page content-start gap-12 py-12 md:py-20">
      <header className="grid max-w-2xl gap-4">
        <h1 className="text-3xl font-semibold">{texts.title}</h1>
        <p className="text-lg text-muted">{texts.lead}</p>
      </header>
      <ul className="grid gap-5 md:grid-cols-2">
        {brokerOptions.map((broker) => (
          <BrokerCard
            key={broker.id}
            broker={broker}
            state={stateOf(broker, chosen)}
            isConnected={connected.has(broker.id)}
            onChoose={() => choose(broker)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {connecting && texts.connecting(connecting.name)}
      </p>
      <Needs />
    </div>
  );
}
