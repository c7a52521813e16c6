import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { api, type Reply } from "../../../lib/api.ts";
import { EGRESS_ANCHOR } from "../../../lib/page-anchors.ts";
import { read } from "../../../lib/query.tsx";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { CopyField } from "../../../ui/copy-field.tsx";
import { FormFault } from "../../../ui/form-fault.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { egressTexts } from "./egress.texts.ts";
import { egressAddressTexts } from "./egress-address.texts.ts";
import { reasonOf, useFailure } from "./failure.ts";
import { Moment } from "./link-facts.tsx";

type Egress = Reply<"GET", "/brokers/egress">["brokers"][number];

const PATH = "/brokers/egress";

const toneOf: Record<Egress["state"], BadgeTone> = {
  registered: "info",
  not_registered: "warn",
  unchecked: "neutral",
};

function useCheck(broker: BrokerName) {
  const queries = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: () => api("POST", "/brokers/egress/check", { body: { broker } }),
    onError: fail(egressTexts.checkFailed),
    onSettled: () =>
      Promise.all([PATH, "/brokers/readiness"].map((path) => queries.invalidateQueries({ queryKey: [path] }))),
  });
}

function Checked({ egress, canCheck }: { egress: Egress; canCheck: boolean }) {
  const check = useCheck(egress.broker);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        {egressTexts.stateBody[egress.state](brokerTitles[egress.broker])}
        {egress.checked_at !== null && (
          <span className="figures">
            {" "}
            {egressTexts.checkedAt} <Moment at={egress.checked_at} />.
          </span>
        )}
      </p>
      <FormFault>{reasonOf(check.error)}</FormFault>
      {canCheck && (
        <div>
          <Button size="sm" isBusy={check.isPending} onClick={() => check.mutate()}>
            {egressTexts.check}
          </Button>
        </div>
      )}
    </div>
  );
}

interface EgressPanelProps {
  broker: BrokerName;
  guide: readonly string[];
  isConnected: boolean;
}

function Guide({ steps }: { steps: readonly string[] }) {
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <h3 className="text-sm font-semibold">{egressTexts.guide}</h3>
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted marker:font-semibold marker:text-text">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Known({ egress, guide, isConnected }: { egress: Egress; guide: readonly string[]; isConnected: boolean }) {
  if (egress.address === null) {
    return <p className="p-6 text-sm text-muted">{egressAddressTexts.none[egress.why_none ?? "unknown"]}</p>;
  }
  return (
    <div className="grid gap-5 p-6">
      <CopyField label={egressTexts.address} value={egress.address} />
      <Checked egress={egress} canCheck={isConnected} />
      <Guide steps={guide} />
    </div>
  );
}

function Content({ broker, guide, isConnected }: EgressPanelProps) {
  const query = useQuery(read(PATH));
  const egress = query.data?.brokers.find((candidate) => candidate.broker === broker);
  if (egress !== undefined) return <Known egress={egress} guide={guide} isConnected={isConnected} />;
  if (!query.isError) {
    return (
      <LoadingRegion label={egressTexts.loading}>
        <div className="grid gap-3 p-6">
          <Skeleton className="h-12 rounded-md!" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </LoadingRegion>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-6">
      <p className="text-sm text-muted">{egressTexts.failed}</p>
      <Button size="sm" isBusy={query.isFetching} onClick={() => void query.refetch()}>
        {egressTexts.retry}
      </Button>
    </div>
  );
}

function State({ broker }: { broker: BrokerName }) {
  const { data } = useQuery(read(PATH));
  const egress = data?.brokers.find((candidate) => candidate.broker === broker);
  if (!egress || egress.address === null) return null;
  return <Badge tone={toneOf[egress.state]}>{egressTexts.state[egress.state]}</Badge>;
}

/** The address that sends a user's orders, to be registered at the broker, and its state. */
export function EgressPanel({ broker, guide, isConnected }: EgressPanelProps) {
  const { hash } = useLocation();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash !== `#${EGRESS_ANCHOR}`) return;
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <section
      ref={panel}
      id={EGRESS_ANCHOR}
      tabIndex={-1}
      aria-label={egressTexts.title}
      className="scroll-mt-20 outline-none"
    >
      <Card>
        <CardHeader
          title={egressTexts.title}
          description={egressTexts.lead(brokerTitles[broker])}
          action={<State broker={broker} />}
        />
        <Content broker={broker} guide={guide} isConnected={isConnected} />
      </Card>
    </section>
  );
}
