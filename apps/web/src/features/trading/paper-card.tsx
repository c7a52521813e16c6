import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PaperReply } from "@vriddhi/contract/paper";
import { api } from "../../lib/api.ts";
import { formatSignedPaise } from "../../lib/format.ts";
import { formatRupees, paiseOf } from "../../lib/format-subscription.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { useRefusal } from "../../lib/use-refusal.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { showToast } from "../../ui/toast.tsx";
import { paperTexts } from "./paper.texts.ts";
import { Row } from "./run-card.tsx";
import { CALL_LIMITS } from "./trading-script.ts";
import type { RunStatus } from "./use-run-status.ts";
import { newKey, sentenceOf } from "./use-run-switch.ts";

interface PaperDeps {
  userId: string;
  /** In rupees: what stands in the field beside it. */
  capital: number;
  status: RunStatus;
}

function usePaper({ userId, capital, status }: PaperDeps) {
  const queries = useQueryClient();
  const explain = useRefusal();
  const account = useQuery({ ...read("/paper/status"), refetchInterval: POLL.multiBrokerMs, retry: false });
  const onError = (cause: unknown) => showToast("error", explain(cause) ?? paperTexts.failed);
  const readAgain = () =>
    Promise.all([status.recheck(), queries.invalidateQueries({ queryKey: ["/paper/status"] })]).then(() => undefined);
  const open = useMutation({
    mutationFn: () => api("POST", "/paper/open", { body: { capital } }),
    onSuccess: (reply) => {
      queries.setQueryData(read("/paper/status").queryKey, reply);
      showToast("success", paperTexts.opened);
    },
    onError,
  });
  const start = useMutation({
    mutationFn: () =>
      api("POST", "/algorithm/start", {
        body: { trading_type: "equity", broker: "paper", capital },
        timeoutMs: CALL_LIMITS.startMs,
        idempotencyKey: newKey(),
        userId,
      }),
    onSuccess: () => {
      showToast("success", paperTexts.started);
      return readAgain();
    },
    onError,
  });
  const stop = useMutation({
    mutationFn: () =>
      api("POST", "/algorithm/stop", {
        body: { broker: "paper" },
        timeoutMs: CALL_LIMITS.stopMs,
        idempotencyKey: newKey(),
        userId,
      }),
    onSuccess: () => {
      showToast("success", paperTexts.ended);
      return readAgain();
    },
    onError,
  });
  const refused = [open, start, stop].find(({ isError }) => isError);
  return { account, open, start, stop, fault: refused ? (sentenceOf(refused.error) ?? paperTexts.failed) : null };
}

function Figures({ account }: { account: PaperReply }) {
  const { cash, result_today: result, charges_today: charges } = account;
  return (
    <dl className="divide-y divide-line border-y border-line">
      {cash !== null && <Row name={paperTexts.cash}>{formatRupees(cash)}</Row>}
      {result !== null && <Row name={paperTexts.result}>{formatSignedPaise(paiseOf(result))}</Row>}
      {charges !== null && <Row name={paperTexts.charges}>{formatRupees(charges)}</Row>}
    </dl>
  );
}

const wordsOf = (run: { status: string; closing: boolean }): string => {
  if (run.status === "running") return paperTexts.running;
  return run.closing ? paperTexts.closing : paperTexts.stopped;
};

function Actions({
  paper,
  capital,
  isRunning,
}: {
  paper: ReturnType<typeof usePaper>;
  capital: number;
  isRunning: boolean;
}) {
  const { account, open, start, stop } = paper;
  if (account.data?.is_open !== true)
    return (
      <Button isBusy={open.isPending} onClick={() => open.mutate()}>
        {paperTexts.openWith(formatRupees(capital))}
      </Button>
    );
  return isRunning ? (
    <Button isBusy={stop.isPending} onClick={() => stop.mutate()}>
      {paperTexts.stop}
    </Button>
  ) : (
    <Button isBusy={start.isPending} onClick={() => start.mutate()}>
      {paperTexts.start}
    </Button>
  );
}

/** Paper beside the real broker: the same strategy on real prices, marked as what it is. */
export function PaperCard(props: PaperDeps) {
  const paper = usePaper(props);
  const { data, isError } = paper.account;
  const run = props.status.all?.paper;
  if (data === undefined && !isError) return null;
  return (
    <Card role="region" aria-label={paperTexts.title}>
      <header className="flex items-center justify-between gap-4 px-5 py-3.5">
        <h2 className="text-base font-semibold">{paperTexts.title}</h2>
        <Badge tone="info">{paperTexts.mark}</Badge>
      </header>
      {data?.is_open && <Figures account={data} />}
      <div className="grid gap-3 px-5 py-4">
        <p className="text-sm text-muted">{data?.is_open && run ? wordsOf(run) : paperTexts.lead}</p>
        {isError ? (
          <p className="text-sm">{paperTexts.away}</p>
        ) : (
          <Actions paper={paper} capital={props.capital} isRunning={run?.status === "running"} />
        )}
        <FormFault>{paper.fault}</FormFault>
      </div>
    </Card>
  );
}
