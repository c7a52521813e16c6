import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { instantOf } from "../../lib/format.ts";
import { POLL } from "../../lib/polling.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { secondAdminTexts } from "./desk.texts.ts";
import { sayAtDesk } from "./desk-toast.ts";
import { ShownTime } from "./shown-time.tsx";

const question = adminRead("/api/admin/second-admin");
type WaitingAct = Reply<"GET", "/api/admin/second-admin">["acts"][number];
type Verdict = "confirm" | "refuse";

const decide = (actId: string, verdict: Verdict) =>
  verdict === "confirm"
    ? adminApi("POST", "/api/admin/second-admin/{actId}/confirm", { params: { actId } })
    : adminApi("POST", "/api/admin/second-admin/{actId}/refuse", { params: { actId } });

function Act({ act, canAct }: { act: WaitingAct; canAct: boolean }) {
  const queries = useQueryClient();
  const deciding = useMutation({
    mutationFn: (verdict: Verdict) => decide(act.id, verdict),
    onSuccess: ({ message }) => sayAtDesk("success", message),
    onError: (cause) =>
      sayAtDesk("error", (cause instanceof ApiError ? cause.detail : null) ?? secondAdminTexts.failed),
    onSettled: () => queries.invalidateQueries({ queryKey: ["desk"] }),
  });
  const isBusyWith = (verdict: Verdict) => deciding.isPending && deciding.variables === verdict;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-2.5 first:border-0">
      <div className="grid min-w-0 grow gap-0.5">
        <p className="font-semibold break-words">{act.sentence}</p>
        <p className="text-xs text-muted">
          {secondAdminTexts.askedBy(act.asked_by)} · {secondAdminTexts.until}{" "}
          <ShownTime at={instantOf(act.expires_at)} form="clock-of-today" />
          {act.is_own && ` · ${secondAdminTexts.own}`}
        </p>
        {act.state === "unfinished" && <p className="text-sm text-warn">{secondAdminTexts.unfinished}</p>}
      </div>
      {canAct && (
        <div className="flex gap-2.5">
          {act.state === "waiting" && (
            <Button size="sm" isBusy={isBusyWith("refuse")} onClick={() => deciding.mutate("refuse")}>
              {secondAdminTexts.refuse}
            </Button>
          )}
          {!act.is_own && (
            <Button size="sm" isBusy={isBusyWith("confirm")} onClick={() => deciding.mutate("confirm")}>
              {secondAdminTexts.confirm}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Four eyes: acts that wait for a second admin; with one admin it always says so. */
export function SecondAdminApprovals({ canAct }: { canAct: boolean }) {
  const { data } = useQuery({ ...question, refetchInterval: POLL.scheduledOrdersMs });
  if (data === undefined) return null;
  if (!data.is_on)
    return (
      <p className="flex items-start gap-2.5 rounded-md bg-warm px-4 py-2.5 text-sm text-warn">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span>
          <strong className="font-semibold">{secondAdminTexts.alone}</strong> {secondAdminTexts.aloneBody}
        </span>
      </p>
    );
  const waiting = data.acts.filter(({ state }) => state === "waiting" || state === "unfinished");
  if (waiting.length === 0) return null;
  return (
    <Panel title={secondAdminTexts.title}>
      <ul>
        {waiting.map((act) => (
          <Act key={act.id} act={act} canAct={canAct} />
        ))}
      </ul>
    </Panel>
  );
}
