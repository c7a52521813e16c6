import { useState } from "react";
import { showToast } from "../../../ui/toast.tsx";
import { ConnectionScreen } from "../link/connection-screen.tsx";
import { reasonOf } from "../link/failure.ts";
import { angelOneFailures } from "./angelone.texts.ts";
import { AngelOneConnected } from "./angelone-connected.tsx";
import { ANGELONE_FIELD_COUNT, AngelOneForm, BLANK } from "./angelone-form.tsx";
import { type AngelOne, type AngelOneStatus, type AngelOneValues, useAngelOne } from "./use-angelone.ts";

/** What the form starts with, and how often it was started anew. */
interface Filling {
  readonly turn: number;
  readonly values: AngelOneValues | null;
}

interface FormViewProps {
  angelOne: AngelOne;
  status: AngelOneStatus;
  onLeaveForm(): void;
}

function FormView({ angelOne, status, onLeaveForm }: FormViewProps) {
  const { isConnected, connect, fetchStored, leaving } = angelOne;
  // B4.9: whoever disconnects finds the form empty; Fetch Credentials brings back what is stored.
  const [filling, setFilling] = useState<Filling>({ turn: 0, values: leaving.turn > 0 ? BLANK : null });
  const fill = (values: AngelOneValues) => setFilling(({ turn }) => ({ turn: turn + 1, values }));
  return (
    <AngelOneForm
      key={filling.turn}
      initial={filling.values ?? status.credentials ?? BLANK}
      status={status}
      isConnected={isConnected}
      isConnecting={connect.isPending}
      isFetching={fetchStored.isPending}
      leaving={leaving}
      reason={reasonOf(connect.error) ?? leaving.reason}
      onConnect={(values) => connect.mutate(values, { onSuccess: onLeaveForm })}
      onFetch={() => fetchStored.mutate(undefined, { onSuccess: fill })}
      onCancel={onLeaveForm}
    />
  );
}

/** B2.16, B2.17 */
export function AngelOneConnectionTab({ userId }: { userId: string }) {
  const angelOne = useAngelOne(userId);
  const { query, isConnected, leaving, refresh } = angelOne;
  const [isFormWanted, setFormWanted] = useState(false);
  const refreshWith = (handle: string | null) =>
    handle === null ? showToast("error", angelOneFailures.noRefreshToken) : refresh.mutate(handle);
  const view = isConnected && !isFormWanted ? "connected" : "form";
  return (
    <ConnectionScreen
      broker="angelone"
      query={query}
      fieldCount={ANGELONE_FIELD_COUNT}
      view={view}
      isConnected={isConnected}
    >
      {({ reply }) =>
        view === "connected" ? (
          <AngelOneConnected
            status={reply}
            leaving={leaving}
            isRefreshing={refresh.isPending}
            reason={reasonOf(refresh.error)}
            onReconnect={() => setFormWanted(true)}
            onRefresh={() => refreshWith(reply.refresh_token)}
          />
        ) : (
          <FormView key={leaving.turn} angelOne={angelOne} status={reply} onLeaveForm={() => setFormWanted(false)} />
        )
      }
    </ConnectionScreen>
  );
}
