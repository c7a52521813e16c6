import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConnectionSkeleton } from "../../ui/connection-skeleton.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { angelOneTexts } from "./angelone/angelone.texts.ts";
import { useAngelOneLeaving, useAngelOneStatus } from "./angelone/use-angelone.ts";
import { fyersTexts } from "./fyers/fyers.texts.ts";
import { isFyersStored } from "./fyers/fyers-values.ts";
import { useFyersLeaving, useFyersStatus } from "./fyers/use-fyers-wizard.ts";
import { StatusFault } from "./link/connection-screen.tsx";
import { LeaveButtons } from "./link/leave-buttons.tsx";
import { manageTexts } from "./link/link.texts.ts";
import { LinkCard } from "./link/link-card.tsx";
import { LinkFacts } from "./link/link-facts.tsx";
import type { Leaving } from "./link/use-leaving.ts";
import { useZerodhaLeaving, useZerodhaStatus } from "./zerodha/use-zerodha.ts";
import { zerodhaTexts } from "./zerodha/zerodha.texts.ts";

/** What is known of a link that may be left. */
interface LinkToLeave {
  readonly broker: BrokerName;
  readonly isConnected: boolean;
  /** Null while it is not known. */
  readonly isStored: boolean | null;
  readonly client: string | null;
  readonly isError: boolean;
  readonly leaving: Leaving;
  readonly removeBody: string;
  readAgain(): Promise<unknown>;
}

interface WithLinkProps {
  userId: string;
  children(link: LinkToLeave): ReactNode;
}

function WithFyers({ children }: WithLinkProps) {
  const { query, isConnected, readAgain } = useFyersStatus();
  const leaving = useFyersLeaving(readAgain);
  const { data, isError } = query;
  const isStored = data === undefined ? null : isFyersStored(data);
  const client = data?.credentials.FY_ID ?? null;
  const { removeBody } = fyersTexts;
  return children({ broker: "fyers", isConnected, isStored, client, isError, leaving, removeBody, readAgain });
}

function WithAngelOne({ userId, children }: WithLinkProps) {
  const { query, isConnected, learn } = useAngelOneStatus(userId);
  const leaving = useAngelOneLeaving(() => learn(false));
  const { data, isError } = query;
  const isStored = data === undefined ? null : data.reply.credentials !== null;
  const client = data?.reply.credentials?.username ?? null;
  const { removeBody } = angelOneTexts;
  const readAgain = query.refetch;
  return children({ broker: "angelone", isConnected, isStored, client, isError, leaving, removeBody, readAgain });
}

function WithZerodha({ children }: WithLinkProps) {
  const { query, isConnected, readAgain } = useZerodhaStatus();
  const leaving = useZerodhaLeaving(readAgain);
  const { data, isError } = query;
  const isStored = data === undefined ? null : data.credentials !== null;
  const client = data?.credentials?.user_name ?? null;
  const { removeBody } = zerodhaTexts;
  return children({ broker: "zerodha", isConnected, isStored, client, isError, leaving, removeBody, readAgain });
}

const linkOf = { fyers: WithFyers, angelone: WithAngelOne, zerodha: WithZerodha } as const;

function ManageCard({ link, onBack }: { link: LinkToLeave; onBack(): void }) {
  const { broker, isConnected, isStored, client, leaving, removeBody } = link;
  const name = brokerTitles[broker];
  const back = (
    <Button variant="ghost" onClick={onBack}>
      {manageTexts.back}
    </Button>
  );
  if (isStored === null && link.isError)
    return <StatusFault onRetry={() => void link.readAgain()} isRetrying={false} />;
  if (isStored === null) return <ConnectionSkeleton fields={2} />;
  if (!isStored) {
    return (
      <Card>
        <EmptyState title={manageTexts.empty(name)} action={back} />
      </Card>
    );
  }
  return (
    <LinkCard
      title={manageTexts.title(name)}
      lead={manageTexts.lead}
      standing={isConnected ? "connected" : "notConnected"}
    >
      <LinkFacts facts={[[manageTexts.client, client]]} />
      <div className="grid gap-4 border-t border-line p-6">
        <p className="text-sm text-muted">
          {isConnected && `${manageTexts.disconnectNote} `}
          {manageTexts.removeNote}
        </p>
        <FormFault>{leaving.reason}</FormFault>
        <div className="flex flex-wrap gap-3">
          <LeaveButtons leaving={leaving} isConnected={isConnected} isStored removeBody={removeBody} />
          {back}
        </div>
      </div>
    </LinkCard>
  );
}

interface ManageProps {
  broker: BrokerName;
  userId: string;
}

/** Leaving a connection needs no subscription: this stands where the rest of the tab is closed. */
export function ManageLink({ broker, userId, onBack }: ManageProps & { onBack(): void }) {
  const WithLink = linkOf[broker];
  return <WithLink userId={userId}>{(link) => <ManageCard link={link} onBack={onBack} />}</WithLink>;
}

/** The way to it, for whoever has a connection. */
export function ManageOffer({ broker, userId, label, onOpen }: ManageProps & { label: string; onOpen(): void }) {
  const WithLink = linkOf[broker];
  return (
    <WithLink userId={userId}>
      {({ isStored }) =>
        isStored && (
          <Button variant="ghost" onClick={onOpen}>
            {label}
          </Button>
        )
      }
    </WithLink>
  );
}
