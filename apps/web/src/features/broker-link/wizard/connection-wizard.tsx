import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useState } from "react";
import { angelOneScript } from "../angelone/angelone-script.ts";
import { fyersScript } from "../fyers/fyers-script.ts";
import { ConnectionScreen } from "../link/connection-screen.tsx";
import { reasonOf } from "../link/failure.ts";
import { LoginStep } from "../link/login-step.tsx";
import { zerodhaScript } from "../zerodha/zerodha-script.ts";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectGuide } from "./connect-guide.tsx";
import type { ConnectionScript, Values } from "./connection-script.ts";
import { type Connection, refusalOf, useConnection } from "./use-connection.ts";

interface ViewProps<Status, Name extends string> {
  script: ConnectionScript<Status, Name>;
  connection: Connection<Status, Name>;
  status: Status;
}

/** What the form starts with, and how often it was started anew. */
interface Filling<Name extends string> {
  readonly turn: number;
  readonly values: Values<Name> | null;
}

function FormView<Status, Name extends string>({ script, connection, status }: ViewProps<Status, Name>) {
  const { link, login, leaving, connect, autoConnect, fetchStored } = connection;
  const facts = script.factsOf(status);
  // B4.9: where leaving clears the form, Fetch Credentials brings back what is stored.
  const isCleared = script.leave.isFormCleared && leaving.turn > 0;
  const [filling, setFilling] = useState<Filling<Name>>({ turn: 0, values: isCleared ? script.blank : null });
  const fill = (values: Values<Name>) => setFilling(({ turn }) => ({ turn: turn + 1, values }));
  const refused = useRefused(script, connection);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <ConnectForm
        key={filling.turn}
        script={script}
        status={status}
        facts={facts}
        initial={filling.values ?? facts.stored ?? script.blank}
        isConnected={link.isConnected}
        isConnecting={connect.isPending}
        isAutoConnecting={autoConnect.isPending}
        isFetching={fetchStored.isPending}
        leaving={leaving}
        refused={refused}
        onConnect={(values) => {
          autoConnect.reset();
          connect.mutate({ values, status });
        }}
        onAuto={(values) => {
          connect.reset();
          autoConnect.mutate(values);
        }}
        onFetch={() => fetchStored.mutate(undefined, { onSuccess: fill })}
        onCancel={login.hideForm}
      />
      <ConnectGuide words={script.words} />
    </div>
  );
}

/** The last refusal of either way; one object for each, so that it takes the focus once. */
function useRefused<Status, Name extends string>(
  script: ConnectionScript<Status, Name>,
  { connect, autoConnect }: Connection<Status, Name>,
) {
  const cause = connect.error ?? autoConnect.error;
  const [known, setKnown] = useState({ cause, refused: refusalOf(script, script.words.connectFailed, cause) });
  if (known.cause === cause) return known.refused;
  const refused = refusalOf(script, script.words.connectFailed, cause);
  setKnown({ cause, refused });
  return refused;
}

function View<Status, Name extends string>(props: ViewProps<Status, Name>) {
  const { script, connection, status } = props;
  const { link, login, leaving, complete, connect, follow } = connection;
  const { Connected, page } = script;
  if (login.view === "connected") {
    const reconnect = () => {
      connect.reset();
      login.showForm();
    };
    return <Connected status={status} link={link} leaving={leaving} follow={follow} onReconnect={reconnect} />;
  }
  if (login.view !== "login" || page === null) return <FormView key={leaving.turn} {...props} />;
  return (
    <LoginStep
      words={page.words}
      loginUrl={login.waiting?.begun?.loginUrl ?? null}
      isShut={login.waiting?.isShut ?? false}
      isBusy={complete.isPending || connection.isArriving}
      reason={reasonOf(complete.error) ?? login.elsewhere}
      onComplete={(grant) => complete.mutate(grant)}
      onStartOver={login.leave}
    />
  );
}

interface WizardProps<Status, Name extends string> {
  script: ConnectionScript<Status, Name>;
  userId: string;
}

function Wizard<Status, Name extends string>({ script, userId }: WizardProps<Status, Name>) {
  const connection = useConnection(script, userId);
  const { link, login } = connection;
  return (
    <ConnectionScreen
      broker={script.broker}
      query={link.query}
      fieldCount={script.fields.length}
      view={login.view}
      isConnected={link.isConnected}
    >
      {(status) => <View script={script} connection={connection} status={status} />}
    </ConnectionScreen>
  );
}

interface ConnectionWizardProps {
  broker: BrokerName;
  userId: string;
}

/** B2.12-B2.22: one wizard for every connection; the broker's script says in what it differs. */
export function ConnectionWizard({ broker, userId }: ConnectionWizardProps) {
  switch (broker) {
    case "fyers":
      return <Wizard script={fyersScript} userId={userId} />;
    case "angelone":
      return <Wizard script={angelOneScript} userId={userId} />;
    case "zerodha":
      return <Wizard script={zerodhaScript} userId={userId} />;
  }
}
