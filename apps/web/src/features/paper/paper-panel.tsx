import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiError, api, type Reply } from "../../lib/api.ts";
import { formatSignedPaise } from "../../lib/format.ts";
import { formatRupees, paiseOf } from "../../lib/format-subscription.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { useRefusal } from "../../lib/use-refusal.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { showToast } from "../../ui/toast.tsx";
import { paperTexts as texts } from "./paper.texts.ts";

type Paper = Reply<"GET", "/paper/status">;
type Run = Reply<"GET", "/algorithm/all-status">["paper"];

const WHOLE = /^\d{3,9}$/;
const LEAST = 500;
const FIRST_CAPITAL = "50000";
/** As at a real broker. B9.3 */
const LIMITS = { startMs: 30_000, stopMs: 10_000 } as const;

const detailOf = (error: Error | null): string | null =>
  error === null ? null : ((error instanceof ApiError ? error.detail : null) ?? texts.failed);

function useWrite<T>(call: (value: T) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  const explain = useRefusal();
  return useMutation({
    mutationFn: call,
    onSuccess: () => showToast("success", done),
    onError: (cause) => showToast("error", explain(cause) ?? texts.failed),
    onSettled: () =>
      Promise.all(
        ["/paper/status", "/algorithm/all-status", "/algorithm/day"].map((path) =>
          queries.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}

interface CapitalFormProps {
  button: string;
  isBusy: boolean;
  refusal: string | null;
  send(capital: number): void;
}

function CapitalForm({ button, isBusy, refusal, send }: CapitalFormProps) {
  const id = useId();
  const [text, setText] = useState(FIRST_CAPITAL);
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isGood = WHOLE.test(text) && Number(text) >= LEAST;
    setFault(isGood ? null : texts.shape);
    if (isGood) send(Number(text));
    else event.currentTarget.querySelector("input")?.focus();
  };
  const message = fault ?? refusal;
  return (
    <form onSubmit={submit} noValidate className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {texts.capital}
      </label>
      <div className="flex flex-wrap gap-2.5">
        <input
          id={id}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={message !== null}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setText(event.target.value.trim())}
          className="figures h-11 min-w-40 grow rounded-md border border-line-strong bg-ground px-3.5 text-sm aria-invalid:border-2 aria-invalid:border-danger"
        />
        <Button type="submit" isBusy={isBusy}>
          {button}
        </Button>
      </div>
      <p id={`${id}-fault`} role="alert" className="text-sm text-danger empty:hidden">
        {message}
      </p>
    </form>
  );
}

function Figures({ paper }: { paper: Paper }) {
  const rupees = (amount: number | null): string => (amount === null ? "–" : formatRupees(amount));
  const facts = [
    [texts.cash, rupees(paper.cash)],
    [texts.result, paper.result_today === null ? "–" : formatSignedPaise(paiseOf(paper.result_today))],
    [texts.charges, rupees(paper.charges_today)],
    [texts.openCount, paper.positions.filter(({ net_quantity: net }) => net !== 0).length],
  ] as const;
  return (
    <dl className="figures grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-4">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Assumptions({ lines }: { lines: readonly string[] }) {
  return (
    <details className="text-sm text-muted">
      <summary className="py-2 font-medium text-text">{texts.assumptions}</summary>
      <ul className="grid list-disc gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

const stateOf = ({ status, closing }: Run): string =>
  status === "running" ? texts.running : closing ? texts.closing : texts.stopped;

function Opened({ paper, run, userId }: { paper: Paper; run: Run; userId: string }) {
  const capital = Math.max(LEAST, Math.floor(paper.capital ?? LEAST));
  const start = useWrite(
    () =>
      api("POST", "/algorithm/start", {
        body: { trading_type: "equity", broker: "paper", capital },
        timeoutMs: LIMITS.startMs,
        idempotencyKey: crypto.randomUUID(),
        userId,
      }),
    texts.started,
  );
  const stop = useWrite(
    () =>
      api("POST", "/algorithm/stop", {
        body: { broker: "paper" },
        timeoutMs: LIMITS.stopMs,
        idempotencyKey: crypto.randomUUID(),
        userId,
      }),
    texts.ended,
  );
  const reset = useWrite(() => api("POST", "/paper/reset", { body: { capital } }), texts.begun);
  const isRunning = run.status === "running";
  const refused = [start, stop, reset].find(({ isError }) => isError);
  return (
    <>
      <Figures paper={paper} />
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow text-sm font-semibold" role="status">
          {stateOf(run)}
        </p>
        {isRunning ? (
          <Button isBusy={stop.isPending} onClick={() => stop.mutate(undefined)}>
            {texts.stop}
          </Button>
        ) : (
          <>
            <Button variant="ghost" isBusy={reset.isPending} onClick={() => reset.mutate(undefined)}>
              {texts.reset}
            </Button>
            <Button isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
              {texts.start}
            </Button>
          </>
        )}
      </div>
      <FormFault>{refused === undefined ? null : detailOf(refused.error)}</FormFault>
    </>
  );
}

interface PaperPanelProps {
  userId: string;
  /** The paper run if the page reads the runs already, `null` before the first answer. Left out: it is read here. */
  run?: Run | null;
}

export function PaperPanel({ userId, run: given }: PaperPanelProps) {
  const polled = { refetchInterval: POLL.multiBrokerMs } as const;
  const { data: paper, isError } = useQuery({ ...read("/paper/status"), ...polled });
  const runs = useQuery({ ...read("/algorithm/all-status"), ...polled, enabled: given === undefined });
  const open = useWrite((capital: number) => api("POST", "/paper/open", { body: { capital } }), texts.opened);
  const run = given === undefined ? (runs.data?.paper ?? null) : given;
  if (paper === undefined || run === null) return isError ? <p className="text-sm text-muted">{texts.away}</p> : null;
  return (
    <Card role="region" aria-label={texts.title}>
      <CardHeader title={texts.title} description={texts.lead} action={<Badge tone="info">{texts.mark}</Badge>} />
      <div className="grid gap-4 px-5 py-5 sm:px-6">
        {paper.is_open ? (
          <Opened paper={paper} run={run} userId={userId} />
        ) : (
          <CapitalForm
            button={texts.open}
            isBusy={open.isPending}
            refusal={detailOf(open.error)}
            send={(capital) => open.mutate(capital)}
          />
        )}
        <Assumptions lines={paper.assumptions} />
      </div>
    </Card>
  );
}
