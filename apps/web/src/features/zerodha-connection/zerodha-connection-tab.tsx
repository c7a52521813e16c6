import { useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { ConnectionSkeleton } from "../../ui/connection-skeleton.tsx";
import { ConnectionStatus } from "../../ui/connection-status.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { ViewStage } from "../../ui/view-stage.tsx";
import { useZerodha, type Zerodha, type ZerodhaStep } from "./use-zerodha.ts";
import { zerodhaTexts } from "./zerodha.texts.ts";
import { ZerodhaConnected } from "./zerodha-connected.tsx";
import { ZerodhaForm } from "./zerodha-form.tsx";
import { ZerodhaLoginStep } from "./zerodha-login-step.tsx";
import { BLANK, toValues, type ZerodhaStatus, type ZerodhaValues } from "./zerodha-values.ts";

const FIELD_COUNT = 4;
const reasonOf = (cause: unknown): string | null => (cause instanceof ApiError ? cause.detail : null);

/** What the form starts with, and how often it was started anew. */
interface Filling {
  readonly turn: number;
  readonly values: ZerodhaValues | null;
}

interface ViewsProps {
  zerodha: Zerodha;
  /** Null where it could not be read. */
  status: ZerodhaStatus | null;
  filling: Filling;
  /** Null: with what is stored. */
  onFill(values: ZerodhaValues | null): void;
  onRemove(): void;
}

function FormView({ zerodha, status, filling, onFill, onRemove }: ViewsProps) {
  const { save, remove, fetchStored, setStep } = zerodha;
  // What was read before still fills the form, also when it can no longer be read.
  const stored = zerodha.status.data;
  return (
    <ZerodhaForm
      key={`${stored === undefined}:${filling.turn}`}
      initial={filling.values ?? toValues(stored?.credentials ?? null)}
      redirectUrl={stored?.redirect_url ?? `${location.origin}/connect/zerodha`}
      isConnected={status?.connected ?? false}
      isSaving={save.isPending}
      isFetching={fetchStored.isPending}
      reason={reasonOf(save.error ?? remove.error)}
      onSave={(values) => save.mutate(values, { onSuccess: () => onFill(null) })}
      onFetch={() => fetchStored.mutate(undefined, { onSuccess: (credentials) => onFill(toValues(credentials)) })}
      onCancel={() => setStep({ kind: "complete", hasForm: false })}
      onRemove={stored?.credentials ? onRemove : null}
    />
  );
}

const isFormWanted = (step: ZerodhaStep): boolean => step.kind === "complete" && step.hasForm;

function Views(props: ViewsProps) {
  const { zerodha, status, onRemove } = props;
  const { step, setStep, save, complete, disconnect, remove } = zerodha;
  if (step.kind === "auth_url" && !status?.connected) {
    return (
      <ZerodhaLoginStep
        loginUrl={step.loginUrl}
        isShut={step.isShut}
        isBusy={complete.isPending}
        reason={reasonOf(complete.error)}
        onComplete={(token) => complete.mutate(token)}
        onStartOver={() => setStep({ kind: "initial" })}
      />
    );
  }
  if (!status?.connected || isFormWanted(step)) return <FormView {...props} />;
  return (
    <ZerodhaConnected
      status={status}
      isDisconnecting={disconnect.isPending}
      isSaving={save.isPending}
      reason={reasonOf(disconnect.error ?? remove.error ?? save.error)}
      onDisconnect={() => disconnect.mutate()}
      onReconnect={() => setStep({ kind: "complete", hasForm: true })}
      onRemove={onRemove}
      onSave={(values) => save.mutate(values)}
    />
  );
}

/** B2.18-B2.22 */
export function ZerodhaConnectionTab() {
  const zerodha = useZerodha();
  const [filling, setFilling] = useState<Filling>({ turn: 0, values: null });
  const [isRemoving, setRemoving] = useState(false);
  const fill = (values: ZerodhaValues | null) => setFilling(({ turn }) => ({ turn: turn + 1, values }));
  const remove = () =>
    zerodha.remove.mutate(undefined, {
      onSuccess: () => fill(BLANK),
      onSettled: () => setRemoving(false),
    });
  return (
    <ConnectionStatus query={zerodha.status} skeleton={<ConnectionSkeleton fields={FIELD_COUNT} />}>
      {(status) => (
        <>
          <ViewStage view={status?.connected ? `connected ${isFormWanted(zerodha.step)}` : zerodha.step.kind}>
            <Views
              zerodha={zerodha}
              status={status}
              filling={filling}
              onFill={fill}
              onRemove={() => setRemoving(true)}
            />
          </ViewStage>
          <ConfirmDialog
            open={isRemoving}
            onOpenChange={setRemoving}
            title={zerodhaTexts.removeTitle}
            body={zerodhaTexts.removeBody}
            confirmLabel={zerodhaTexts.removeConfirm}
            tone="danger"
            isBusy={zerodha.remove.isPending}
            onConfirm={remove}
          />
        </>
      )}
    </ConnectionStatus>
  );
}
