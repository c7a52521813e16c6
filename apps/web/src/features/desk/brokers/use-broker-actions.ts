import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useMemo, useState } from "react";
import { adminApi } from "../../../lib/admin-api.ts";
import { ApiError } from "../../../lib/api.ts";
import { brokerStatusKey } from "./broker-list.ts";
import { brokerTexts } from "./brokers.texts.ts";

export type LinkAct = "disconnect" | "reconnect";
export type Act = LinkAct | "toggle";

/** C4.9: an operator disconnects and reconnects links at Fyers and Angel One only. */
type ManagedBroker = "fyers" | "angelone";
export const isManaged = (broker: BrokerName): broker is ManagedBroker => broker === "fyers" || broker === "angelone";

function changeLink(broker: ManagedBroker, act: LinkAct, userId: string): Promise<unknown> {
  const call = { params: { userId } };
  if (broker === "fyers")
    return act === "disconnect"
      ? adminApi("POST", "/api/admin/fyers/disconnect/{userId}", call)
      : adminApi("POST", "/api/admin/fyers/reconnect/{userId}", call);
  return act === "disconnect"
    ? adminApi("POST", "/api/admin/angelone/disconnect/{userId}", call)
    : adminApi("POST", "/api/admin/angelone/reconnect/{userId}", call);
}

export interface RowNote {
  readonly tone: "info" | "danger";
  readonly text: string;
}

/** Keeps its identity while the screen is mounted, so that a row is drawn again only when it has changed. */
export interface BrokerActions {
  changeLink(userId: string, act: LinkAct): void;
  toggle(userId: string): void;
}

export interface BrokerActionState {
  readonly actions: BrokerActions;
  noteOf(userId: string): RowNote | null;
  /** The pending act for this user; `null`: none. */
  busyOf(userId: string): Act | null;
}

/** C8.10: a failure is logged, and its reason is shown at the row that was pressed. */
export function useBrokerActions(broker: BrokerName): BrokerActionState {
  const queries = useQueryClient();
  const [notes, setNotes] = useState<ReadonlyMap<string, RowNote>>(new Map());
  const note = (userId: string, rowNote: RowNote | null) =>
    setNotes((before) => {
      const after = new Map(before);
      if (rowNote === null) after.delete(userId);
      else after.set(userId, rowNote);
      return after;
    });
  const acting = useMutation({
    mutationFn: async ({ userId, act }: { userId: string; act: Act }): Promise<RowNote | null> => {
      note(userId, null);
      if (act !== "toggle") {
        if (isManaged(broker)) await changeLink(broker, act, userId);
        return null;
      }
      const call = { params: { userId }, body: { broker } };
      const { from } = await adminApi("POST", "/api/admin/strategy/toggle/{userId}", call);
      return from === "now" ? null : { tone: "info", text: brokerTexts.fromTomorrow };
    },
    onSuccess: (rowNote, { userId }) => note(userId, rowNote),
    onError: (cause, { userId, act }) => {
      // biome-ignore lint/suspicious/noConsole: C8.10 asks for the log
      console.error(brokerTexts.logs[act], cause);
      if (cause instanceof ApiError && cause.detail !== null) note(userId, { tone: "danger", text: cause.detail });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: brokerStatusKey }),
  });
  const { isPending, variables, mutate } = acting;
  const actions = useMemo(
    (): BrokerActions => ({
      changeLink: (userId, act) => mutate({ userId, act }),
      toggle: (userId) => mutate({ userId, act: "toggle" }),
    }),
    [mutate],
  );
  const busy = isPending ? variables : null;
  return useMemo(
    () => ({
      actions,
      noteOf: (userId) => notes.get(userId) ?? null,
      busyOf: (userId) => (busy?.userId === userId ? busy.act : null),
    }),
    [actions, notes, busy],
  );
}
