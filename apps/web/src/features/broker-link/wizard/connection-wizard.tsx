import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { Suspense } from "react";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { siteTexts } from "../../../texts/site.texts.ts";
import { ConnectionSkeleton } from "../../../ui/connection-skeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { ConnectionScreen } from "../link/connection-screen.tsx";
import { reasonOf } from "../link/failure.ts";
import { useScript } from "../scripts.ts";
import type { ConnectionScript } from "./connection-script.ts";
import type { ViewProps } from "./form-view.tsx";
import { useConnection } from "./use-connection.ts";

/** Most visitors are connected already: form and login step are loaded only when needed. */
const formView = lazyPart(async () => (await import("./form-view.tsx")).FormView);
const loginStep = lazyPart(async () => (await import("../link/login-step.tsx")).LoginStep);
const sayMissing = () => showToast("error", siteTexts.partMissing);

function View<Status, Name extends string>(props: ViewProps<Status, Name>) {
  const { script, connection, status } = props;
  const { link, login, leaving, complete, connect, follow } = connection;
  const { Connected, page } = script;
  const isAtLogin = login.view === "login" && page !== null;
  const FormView = formView.usePart(login.view !== "connected" && !isAtLogin, sayMissing);
  const LoginStep = loginStep.usePart(isAtLogin, sayMissing);
  if (login.view === "connected") {
    const reconnect = () => {
      connect.reset();
      login.showForm();
    };
    return (
      <Suspense fallback={<ConnectionSkeleton fields={2} />}>
        <Connected status={status} link={link} leaving={leaving} follow={follow} onReconnect={reconnect} />
      </Suspense>
    );
  }
  if (login.view !== "login" || page === null)
    return FormView === null ? (
      <ConnectionSkeleton fields={script.fields.length} />
    ) : (
      <FormView key={leaving.turn} {...props} />
    );
  if (LoginStep === null) return <ConnectionSkeleton fields={1} />;
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
      addressGuide={script.words.addressGuide}
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

/** B2.12-B2.22: one wizard for every connection; the broker's script has the differences. */
export function ConnectionWizard({ broker, userId }: ConnectionWizardProps) {
  const give = useScript(broker);
  if (give === null) return <ConnectionSkeleton fields={4} />;
  return give((script) => <Wizard script={script} userId={userId} />);
}
