import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { ApiError, api, type Reply } from "../../lib/api.ts";
import { formatRupees } from "../../lib/format-subscription.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { paperTexts as texts } from "./paper.texts.ts";

type Paper = Reply<"GET", "/paper/status">;
type Run = Reply<"GET", "/algorithm/all-status">["paper"];

const WHOLE = /^\d{3,9}$/;
const LEAST = 500;
const FIRST_CAPITAL = "50000";

const detailOf = (error: Error | null): string | null =>
  error === null ? null : ((error instanceof ApiError ? error.detail : null) ?? texts.failed);

/** Whatever is written on paper, everything that shows paper is read again. */
function useWrite<T>(call: (value: T) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled() {
      for (const path of ["/paper/status", "/algorithm/all-status", "/algorithm/day"])
        void queries.invalidateQueries({ queryKey: [path] });
    },
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
  const said = fault ?? refusal;
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
          aria-invalid={said !== null}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setText(event.target.value.trim())}
          className="figures h-11 min-w-40 grow rounded-md border border-line-strong bg-ground px-3.5 text-sm aria-invalid:border-2 aria-invalid:border-danger"
        />
        <Button type="submit" isBusy={isBusy}>
          {button}
        </Button>
      </div>
      <p id={`${id}-fault`} role="alert" className="text-sm text-danger empty:hidden">
        {said}
      </p>
    </form>
  );
}

function Figures({ paper }: { paper: Paper }) {
  const rupees = (amount: number | null): string => (amount === null ? "–" : formatRupees(amount));
  const facts = [
    [texts.cash, rupees(paper.cash)],
    [texts.result, rupees(paper.result_today)],
    [texts.charges, rupees(paper.charges_today)],
    [texts.openCount, paper.positions.filter(({ net_quantity: net }) => net !== 0).length],
  ] as const;
  return (
    <dl className="figures grid grid-cols-2 gap-4 sm:grid-cols-4">
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

function Opened({ paper, run }: { paper: Paper; run: Run }) {
  const capital = Math.max(LEAST, Math.floor(paper.capital ?? LEAST));
  const start = useWrite(() =>
    api("POST", "/algorithm/start", { body: { capital, broker: "paper" }, idempotencyKey: crypto.randomUUID() }),
  );
  const stop = useWrite(() =>
    api("POST", "/algorithm/stop", { body: { broker: "paper" }, idempotencyKey: crypto.randomUUID() }),
  );
  const reset = useWrite(() => api("POST", "/paper/reset", { body: { capital } }));
  const isRunning = run.status === "running";
  const fault = detailOf(start.error) ?? detailOf(stop.error) ?? detailOf(reset.error);
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
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </>
  );
}

/** Trading on paper beside the real broker, and never mistaken for it. */
export function PaperPanel() {
  const { data: paper, isError } = useQuery({ ...read("/paper/status"), refetchInterval: POLL.multiBrokerMs });
  const { data: runs } = useQuery(read("/algorithm/all-status"));
  const open = useWrite((capital: number) => api("POST", "/paper/open", { body: { capital } }));
  if (paper === undefined || runs === undefined)
    return isError ? <p className="text-sm text-muted">{texts.away}</p> : null;
  return (
    <Card>
      <CardHeader title={texts.title} description={texts.lead} action={<Badge tone="info">{texts.mark}</Badge>} />
      <div className="grid gap-4 px-6 py-5">
        {paper.is_open ? (
          <Opened paper={paper} run={runs.paper} />
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
