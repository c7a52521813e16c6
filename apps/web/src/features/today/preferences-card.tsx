import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { istDate } from "@vriddhi/core/time/ist";
import X from "lucide-react/icons/x";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { formatRupees } from "../../lib/format-subscription.ts";
import { read } from "../../lib/query.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { showToast } from "../../ui/toast.tsx";
import { brokerLabel } from "./broker-label.ts";
import type { AllRuns, Preferences } from "./day-types.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.preferences;

/** Every write answers with all preferences, so nothing has to be read again. */
function usePreferenceChange<T>(call: (change: T) => Promise<Preferences>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess(preferences) {
      queries.setQueryData(read("/algorithm/wishes").queryKey, preferences);
      void queries.invalidateQueries({ queryKey: ["/algorithm/day"] });
      void queries.invalidateQueries({ queryKey: ["/algorithm/all-status"] });
      showToast("success", texts.saved);
    },
  });
}

const detailOf = (error: Error | null): string | null =>
  error === null ? null : ((error instanceof ApiError ? error.detail : null) ?? todayTexts.steps.notApproved);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5 px-6 py-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Fault({ id, children }: { id: string; children: string | null }) {
  return (
    <p id={id} role="alert" className="text-sm text-danger empty:hidden">
      {children}
    </p>
  );
}

interface OneFieldProps {
  label: string;
  button: string;
  inputMode: "text" | "numeric";
  initial?: string;
  /** `null`: it can be sent. */
  judge(text: string): string | null;
  send(text: string): void;
  isBusy: boolean;
  refusal: string | null;
  beside?: ReactNode;
}

function OneField({ label, button, inputMode, initial = "", judge, send, isBusy, refusal, beside }: OneFieldProps) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = judge(text.trim());
    setFault(found);
    if (found !== null) return void event.currentTarget.querySelector("input")?.focus();
    send(text.trim());
    if (initial === "") setText("");
  };
  const message = fault ?? refusal;
  return (
    <form onSubmit={submit} noValidate className="grid gap-1.5">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="flex flex-wrap gap-2.5">
        <input
          id={id}
          value={text}
          inputMode={inputMode}
          placeholder={label}
          autoComplete="off"
          aria-invalid={message !== null}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setText(event.target.value)}
          className="figures h-11 min-w-40 grow rounded-md border border-line-strong bg-ground px-3.5 text-sm aria-invalid:border-2 aria-invalid:border-danger"
        />
        <Button type="submit" isBusy={isBusy}>
          {button}
        </Button>
        {beside}
      </div>
      <Fault id={`${id}-fault`}>{message}</Fault>
    </form>
  );
}

function SkipDay({ preferences, runs }: { preferences: Preferences; runs: AllRuns }) {
  const { mutate, isPending, error } = usePreferenceChange((skip: boolean) =>
    api("PUT", "/algorithm/wishes/skip", { body: { skip } }),
  );
  const day = preferences.skipped_day ?? preferences.next_day;
  if (day === null) return null;
  const starting = tradingBrokers.filter((broker) => runs[broker].next_start !== null).map(brokerLabel);
  const isSkipped = preferences.skipped_day !== null;
  return (
    <Section title={texts.tomorrow(formatDay(istDate(day)))}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {isSkipped ? texts.skipped : starting.length > 0 ? texts.starts(starting.join(", ")) : texts.startsNot}
        </p>
        <Button size="sm" isBusy={isPending} onClick={() => mutate(!isSkipped)}>
          {isSkipped ? texts.unskip : texts.skip}
        </Button>
      </div>
      <Fault id="skip-fault">{detailOf(error)}</Fault>
    </Section>
  );
}

const SYMBOL = /^[A-Z0-9&-]{1,20}$/;

function NeverTrade({ preferences }: { preferences: Preferences }) {
  const { mutate, isPending, error } = usePreferenceChange((symbols: readonly string[]) =>
    api("PUT", "/algorithm/wishes/never-trade", { body: { symbols: [...symbols] } }),
  );
  const { never_trade: left } = preferences;
  return (
    <Section title={texts.never}>
      {left.length === 0 ? (
        <p className="text-sm text-muted">{texts.neverNone}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {left.map((symbol) => (
            <li key={symbol}>
              <button
                type="button"
                onClick={() => mutate(left.filter((each) => each !== symbol))}
                aria-label={texts.remove(symbol)}
                className="thumb inline-flex h-9 items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm font-semibold hover:bg-raised"
              >
                {symbol}
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <OneField
        label={texts.neverAdd}
        button={texts.add}
        inputMode="text"
        judge={(text) => (SYMBOL.test(text.toUpperCase()) ? null : texts.symbolShape)}
        send={(text) => mutate([...left, text.toUpperCase()])}
        isBusy={isPending}
        refusal={detailOf(error)}
      />
    </Section>
  );
}

const WHOLE = /^[1-9]\d{0,8}$/;

function LossLimit({ preferences }: { preferences: Preferences }) {
  const { mutate, isPending, error } = usePreferenceChange((limit: number | null) =>
    api("PUT", "/algorithm/wishes/loss-limit", { body: { limit } }),
  );
  const { loss_limit: limit } = preferences;
  return (
    <Section title={texts.limit}>
      <p className="text-sm text-muted">{limit === null ? texts.limitNone : texts.limitSet(formatRupees(limit))}</p>
      <OneField
        key={limit}
        label={texts.limitField}
        button={texts.save}
        inputMode="numeric"
        initial={limit === null ? "" : String(limit)}
        judge={(text) => (WHOLE.test(text) ? null : texts.limitShape)}
        send={(text) => mutate(Number(text))}
        isBusy={isPending}
        refusal={detailOf(error)}
        beside={
          limit !== null && (
            <Button variant="ghost" onClick={() => mutate(null)}>
              {texts.clear}
            </Button>
          )
        }
      />
    </Section>
  );
}

export function PreferencesCard({ runs }: { runs: AllRuns }) {
  const { data: preferences } = useQuery(read("/algorithm/wishes"));
  if (preferences === undefined) return null;
  return (
    <Card>
      <CardHeader title={texts.title} />
      <div className="divide-y divide-line">
        <SkipDay preferences={preferences} runs={runs} />
        <LossLimit preferences={preferences} />
        <NeverTrade preferences={preferences} />
      </div>
    </Card>
  );
}
