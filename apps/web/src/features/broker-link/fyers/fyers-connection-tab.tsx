import { ConnectionScreen } from "../link/connection-screen.tsx";
import { reasonOf } from "../link/failure.ts";
import { LoginStep } from "../link/login-step.tsx";
import { fyersLoginWords } from "./fyers.texts.ts";
import { FyersConnected } from "./fyers-connected.tsx";
import { FYERS_FIELD_COUNT, FyersForm } from "./fyers-form.tsx";
import type { FyersStatus, FyersValues } from "./fyers-values.ts";
import { type FyersWizard, useFyersWizard } from "./use-fyers-wizard.ts";

function FormView({ wizard, status }: { wizard: FyersWizard; status: FyersStatus }) {
  const { manual, auto, complete, leaving } = wizard;
  const connect = (way: "manual" | "auto", values: FyersValues) => {
    manual.reset();
    auto.reset();
    complete.reset();
    (way === "auto" ? auto : manual).mutate(values);
  };
  return (
    <FyersForm
      key={leaving.turn}
      status={status}
      isConnected={wizard.isConnected}
      isConnecting={manual.isPending}
      isAutoConnecting={auto.isPending}
      leaving={leaving}
      reason={reasonOf(manual.error, auto.error) ?? leaving.reason}
      onManual={(values) => connect("manual", values)}
      onAuto={(values) => connect("auto", values)}
      onCancel={wizard.login.hideForm}
    />
  );
}

function FyersView({ wizard, status }: { wizard: FyersWizard; status: FyersStatus }) {
  const { login, complete, arrive } = wizard;
  switch (login.view) {
    case "connected":
      return <FyersConnected status={status} leaving={wizard.leaving} onReconnect={login.showForm} />;
    case "login":
      return (
        <LoginStep
          words={fyersLoginWords}
          loginUrl={login.waiting?.begun?.loginUrl ?? null}
          isShut={login.waiting?.isShut ?? false}
          isBusy={complete.isPending || arrive.isPending}
          reason={reasonOf(complete.error) ?? login.elsewhere}
          onComplete={(code) => complete.mutate(code)}
          onStartOver={login.leave}
        />
      );
    default:
      return <FormView wizard={wizard} status={status} />;
  }
}

/** B2.12-B2.15 */
export function FyersConnectionTab({ userId }: { userId: string }) {
  const wizard = useFyersWizard(userId);
  return (
    <ConnectionScreen
      broker="fyers"
      query={wizard.query}
      fieldCount={FYERS_FIELD_COUNT}
      view={wizard.login.view}
      isConnected={wizard.isConnected}
    >
      {(status) => <FyersView wizard={wizard} status={status} />}
    </ConnectionScreen>
  );
}
