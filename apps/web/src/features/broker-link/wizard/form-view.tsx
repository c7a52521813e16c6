import { useState } from "react";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectGuide } from "./connect-guide.tsx";
import type { ConnectionScript, Values } from "./connection-script.ts";
import { type Connection, refusalOf } from "./use-connection.ts";

export interface ViewProps<Status, Name extends string> {
  script: ConnectionScript<Status, Name>;
  connection: Connection<Status, Name>;
  status: Status;
}

interface Filling<Name extends string> {
  readonly turn: number;
  readonly values: Values<Name> | null;
}

export function FormView<Status, Name extends string>({ script, connection, status }: ViewProps<Status, Name>) {
  const { link, login, leaving, connect, autoConnect, fetchStored } = connection;
  const facts = script.factsOf(status);
  // B4.9: where leaving clears the form, Fetch Credentials loads the stored details.
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

/** The last refusal of either kind; one object for each, so that it takes the focus once. */
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
