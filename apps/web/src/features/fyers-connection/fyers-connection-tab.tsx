import { ApiError } from "../../lib/api.ts";
import { ConnectionSkeleton } from "../../ui/connection-skeleton.tsx";
import { ConnectionStatus } from "../../ui/connection-status.tsx";
import { ViewStage } from "../../ui/view-stage.tsx";
import { FyersAuthStep } from "./fyers-auth-step.tsx";
import { FyersConnected } from "./fyers-connected.tsx";
import { FYERS_FIELD_COUNT, FyersForm } from "./fyers-form.tsx";
import type { FyersStatus } from "./fyers-values.ts";
import { type FyersWizard, useFyersWizard } from "./use-fyers-wizard.ts";

const reasonOf = (cause: unknown): string | null => (cause instanceof ApiError ? cause.detail : null);

function FyersViews({ wizard, status }: { wizard: FyersWizard; status: FyersStatus | null }) {
  const { step, manual, auto, complete, arrive, disconnect } = wizard;
  if (status?.is_connected) {
    return (
      <FyersConnected
        status={status}
        isDisconnecting={disconnect.isPending}
        reason={reasonOf(disconnect.error)}
        onDisconnect={() => disconnect.mutate()}
      />
    );
  }
  if (step.kind === "auth_url") {
    return (
      <FyersAuthStep
        authUrl={step.authUrl}
        isShut={step.isShut}
        isBusy={complete.isPending || arrive.isPending}
        reason={reasonOf(complete.error)}
        onComplete={(code) => complete.mutate({ code, state: step.requestId })}
        onStartOver={wizard.startOver}
      />
    );
  }
  // What was read before still fills the form, also when it can no longer be read.
  const stored = wizard.status.data ?? null;
  return (
    <FyersForm
      key={stored === null ? "unknown" : "known"}
      status={stored}
      isConnecting={manual.isPending}
      isAutoConnecting={auto.isPending}
      reason={reasonOf(manual.error ?? auto.error)}
      onManual={(values) => {
        auto.reset();
        complete.reset();
        manual.mutate(values);
      }}
      onAuto={(values) => {
        manual.reset();
        auto.mutate(values);
      }}
    />
  );
}

/** B2.12-B2.15 */
export function FyersConnectionTab() {
  const wizard = useFyersWizard();
  return (
    <ConnectionStatus query={wizard.status} skeleton={<ConnectionSkeleton fields={FYERS_FIELD_COUNT} />}>
      {(status) => (
        <ViewStage view={status?.is_connected ? "connected" : wizard.step.kind}>
          <FyersViews wizard={wizard} status={status} />
        </ViewStage>
      )}
    </ConnectionStatus>
  );
}
