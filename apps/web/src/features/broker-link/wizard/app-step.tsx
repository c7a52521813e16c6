import { useQuery } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import ExternalLink from "lucide-react/icons/external-link";
import { read } from "../../../lib/query.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { CopyField } from "../../../ui/copy-field.tsx";
import { egressAddressTexts } from "../link/egress-address.texts.ts";
import type { ScriptTexts } from "./connection-script.ts";

function EgressAddress({ broker }: { broker: BrokerName }) {
  const { data } = useQuery(read("/brokers/egress"));
  const own = data?.brokers.find((candidate) => candidate.broker === broker);
  if (own === undefined) return null;
  if (own.address === null)
    return <p className="text-sm text-muted">{egressAddressTexts.none[own.why_none ?? "unknown"]}</p>;
  return (
    <CopyField
      label={egressAddressTexts.register}
      value={own.address}
      hint={egressAddressTexts.fromHere(brokerTitles[broker])}
    />
  );
}

interface AppStepProps {
  broker: BrokerName;
  words: ScriptTexts;
  redirectUrl: string | null;
  /** Once connected, the panel below shows the address and its state. */
  hasEgress: boolean;
}

export function AppStep({ broker, words, redirectUrl, hasEgress }: AppStepProps) {
  return (
    <>
      <p className="text-sm text-muted">{words.appLead}</p>
      {redirectUrl !== null && (
        <CopyField label={connectionTexts.redirectUrl} value={redirectUrl} hint={words.redirectHint} />
      )}
      {hasEgress && <EgressAddress broker={broker} />}
      <p>
        <a
          href={words.console.href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 rounded-sm text-sm font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {words.console.label}
          <ExternalLink className="size-4 text-muted" aria-hidden="true" />
          <span className="sr-only">({connectionTexts.newTab})</span>
        </a>
      </p>
    </>
  );
}
