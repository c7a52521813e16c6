import { useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { ConnectionSkeleton } from "../../ui/connection-skeleton.tsx";
import { ConnectionStatus } from "../../ui/connection-status.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ViewStage } from "../../ui/view-stage.tsx";
import { angelOneFailures } from "./angelone.texts.ts";
import { AngelOneConnected } from "./angelone-connected.tsx";
import { ANGELONE_FIELD_COUNT, AngelOneForm, BLANK } from "./angelone-form.tsx";
import { type AngelOne, type AngelOneStatus, type AngelOneValues, useAngelOne } from "./use-angelone.ts";

const reasonOf = (cause: unknown): string | null => (cause instanceof ApiError ? cause.detail : null);

/** What the form starts with, and how often it was started anew. */
interface Filling {
  readonly turn: number;
  readonly values: AngelOneValues | null;
}

interface ViewsProps {
  angelOne: AngelOne;
  /** Null where it could not be read. */
  status: AngelOneStatus | null;
  /** The form is wanted although an account is connected. */
  isReconnecting: boolean;
  setReconnecting(isReconnecting: boolean): void;
}

function AngelOneViews({ angelOne, status, isReconnecting, setReconnecting }: ViewsProps) {
  const { isConnected, connect, disconnect, refresh, fetchStored } = angelOne;
  const [filling, setFilling] = useState<Filling>({ turn: 0, values: null });
  const fill = (values: AngelOneValues | null) => setFilling(({ turn }) => ({ turn: turn + 1, values }));

  const leaveForm = () => {
    setReconnecting(false);
    fill(null);
  };

  if (status !== null && isConnected && !isReconnecting) {
    return (
      <AngelOneConnected
        status={status}
        isDisconnecting={disconnect.isPending}
        isRefreshing={refresh.isPending}
        reason={reasonOf(disconnect.error ?? refresh.error)}
        onDisconnect={() => disconnect.mutate(undefined, { onSuccess: () => fill(BLANK) })}
        onReconnect={() => setReconnecting(true)}
        onRefresh={() =>
          status.refresh_token === null
            ? showToast("error", angelOneFailures.noRefreshToken)
            : refresh.mutate(status.refresh_token)
        }
      />
    );
  }
  // What was read before still fills the form, also when a later poll fails.
  const stored = angelOne.query.data?.reply;
  return (
    <AngelOneForm
      key={`${stored === undefined}:${filling.turn}`}
      initial={filling.values ?? stored?.credentials ?? BLANK}
      isConnected={status !== null && isConnected}
      isConnecting={connect.isPending}
      isFetching={fetchStored.isPending}
      reason={reasonOf(connect.error)}
      onConnect={(values) => connect.mutate(values, { onSuccess: leaveForm })}
      onFetch={() => fetchStored.mutate(undefined, { onSuccess: fill })}
      onCancel={() => setReconnecting(false)}
    />
  );
}

/** B2.16, B2.17 */
export function AngelOneConnectionTab({ userId }: { userId: string }) {
  const angelOne = useAngelOne(userId);
  const [isReconnecting, setReconnecting] = useState(false);
  return (
    <ConnectionStatus query={angelOne.query} skeleton={<ConnectionSkeleton fields={ANGELONE_FIELD_COUNT} />}>
      {(data) => (
        <ViewStage view={data && angelOne.isConnected ? `connected ${isReconnecting}` : "form"}>
          <AngelOneViews
            angelOne={angelOne}
            status={data?.reply ?? null}
            isReconnecting={isReconnecting}
            setReconnecting={setReconnecting}
          />
        </ViewStage>
      )}
    </ConnectionStatus>
  );
}
