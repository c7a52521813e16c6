import { useState } from "react";
import { ConnectionScreen } from "../link/connection-screen.tsx";
import { reasonOf } from "../link/failure.ts";
import { LoginStep } from "../link/login-step.tsx";
import { useZerodha, type Zerodha } from "./use-zerodha.ts";
import { zerodhaLoginWords } from "./zerodha.texts.ts";
import { ZerodhaConnected } from "./zerodha-connected.tsx";
import { ZerodhaForm } from "./zerodha-form.tsx";
import { toValues, type ZerodhaStatus, type ZerodhaValues } from "./zerodha-values.ts";

const FIELD_COUNT = 3;

/** What the form starts with, and how often it was started anew. */
interface Filling {
  readonly turn: number;
  readonly values: ZerodhaValues | null;
}

function FormView({ zerodha, status }: { zerodha: Zerodha; status: ZerodhaStatus }) {
  const { save, fetchStored, login, leaving, isConnected } = zerodha;
  const [filling, setFilling] = useState<Filling>({ turn: 0, values: null });
  const fill = (values: ZerodhaValues | null) => setFilling(({ turn }) => ({ turn: turn + 1, values }));
  return (
    <ZerodhaForm
      key={filling.turn}
      initial={filling.values ?? toValues(status.credentials)}
      status={status}
      isConnected={isConnected}
      isSaving={save.isPending}
      isFetching={fetchStored.isPending}
      leaving={leaving}
      reason={reasonOf(save.error) ?? leaving.reason}
      onSave={(values) => save.mutate(values)}
      onFetch={() => fetchStored.mutate(undefined, { onSuccess: (credentials) => fill(toValues(credentials)) })}
      onCancel={login.hideForm}
    />
  );
}

function ZerodhaView({ zerodha, status }: { zerodha: Zerodha; status: ZerodhaStatus }) {
  const { save, complete, leaving, login } = zerodha;
  switch (login.view) {
    case "connected":
      return (
        <ZerodhaConnected
          status={status}
          leaving={leaving}
          isSaving={save.isPending}
          reason={reasonOf(save.error)}
          onReconnect={() => {
            save.reset();
            login.showForm();
          }}
          onSave={(values) => save.mutate(values)}
        />
      );
    case "login":
      return (
        <LoginStep
          words={zerodhaLoginWords}
          loginUrl={login.waiting?.begun?.loginUrl ?? null}
          isShut={login.waiting?.isShut ?? false}
          isBusy={complete.isPending}
          reason={reasonOf(complete.error) ?? login.elsewhere}
          onComplete={(token) => complete.mutate(token)}
          onStartOver={login.leave}
        />
      );
    default:
      return <FormView key={leaving.turn} zerodha={zerodha} status={status} />;
  }
}

/** B2.18-B2.22 */
export function ZerodhaConnectionTab({ userId }: { userId: string }) {
  const zerodha = useZerodha(userId);
  return (
    <ConnectionScreen
      broker="zerodha"
      query={zerodha.query}
      fieldCount={FIELD_COUNT}
      view={zerodha.login.view}
      isConnected={zerodha.isConnected}
    >
      {(status) => <ZerodhaView zerodha={zerodha} status={status} />}
    </ConnectionScreen>
  );
}
