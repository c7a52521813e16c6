import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConnectionSkeleton } from "../../ui/connection-skeleton.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { StatusFault } from "./link/connection-screen.tsx";
import { LeaveButtons } from "./link/leave-buttons.tsx";
import { manageTexts } from "./link/link.texts.ts";
import { LinkCard } from "./link/link-card.tsx";
import { LinkFacts } from "./link/link-facts.tsx";
import type { Leaving } from "./link/use-leaving.ts";
import { useScript } from "./scripts.ts";
import type { ConnectionScript } from "./wizard/connection-script.ts";
import { useScriptLeaving } from "./wizard/use-connection.ts";

interface LinkToLeave {
  readonly broker: BrokerName;
  readonly isConnected: boolean;
  /** `null` while it is not known. */
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

function WithScript<Status, Name extends string>(props: WithLinkProps & { script: ConnectionScript<Status, Name> }) {
  const { script, userId, children } = props;
  const link = script.useLink(userId);
  const leaving = useScriptLeaving(script, link, () => undefined);
  const { data, isError } = link.query;
  const stored = data === undefined ? undefined : script.factsOf(data).stored;
  return children({
    broker: script.broker,
    isConnected: link.isConnected,
    isStored: stored === undefined ? null : stored !== null,
    client: stored?.[script.client] ?? null,
    isError,
    leaving,
    removeBody: script.words.removeBody,
    readAgain: link.query.refetch,
  });
}

interface WithLinkOfProps extends WithLinkProps {
  broker: BrokerName;
  waiting?: ReactNode;
}

function WithLink({ broker, waiting = null, ...props }: WithLinkOfProps) {
  const give = useScript(broker);
  return give === null ? waiting : give((script) => <WithScript script={script} {...props} />);
}

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
      state={isConnected ? "connected" : "notConnected"}
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

/** Disconnecting and deleting credentials needs no subscription: this is shown where the rest of the tab is closed. */
export function ManageLink({ broker, userId, onBack }: ManageProps & { onBack(): void }) {
  return (
    <WithLink broker={broker} userId={userId} waiting={<ConnectionSkeleton fields={2} />}>
      {(link) => <ManageCard link={link} onBack={onBack} />}
    </WithLink>
  );
}

export function ManageOffer({ broker, userId, label, onOpen }: ManageProps & { label: string; onOpen(): void }) {
  return (
    <WithLink broker={broker} userId={userId}>
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
