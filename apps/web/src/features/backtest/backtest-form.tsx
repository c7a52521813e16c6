import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BACKTEST_LIMITS, BACKTEST_STRATEGIES, type BacktestStrategy } from "@vriddhi/core/backtest/backtest-request";
import { FILL_MODELS, type FillModel } from "@vriddhi/core/backtest/settings";
import { yearOf } from "@vriddhi/core/time/ist";
import { type FormEvent, useState } from "react";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import type { Call } from "../../lib/api.ts";
import { istToday } from "../../lib/clock.ts";
import { useRefusal } from "../../lib/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Select } from "../../ui/select.tsx";
import { fillNames, formTexts, strategyNames } from "./backtest.texts.ts";

type BacktestRequest = Call<"POST", "/api/backtests">["body"];

const strategies = BACKTEST_STRATEGIES.map((value) => ({ value, label: strategyNames[value] }));
const fills = FILL_MODELS.map((value) => ({ value, label: fillNames[value] }));

interface Typed {
  readonly symbols: string;
  readonly from: string;
  readonly to: string;
  readonly capital: string;
}
type Faults = Partial<Record<keyof Typed, string>>;

/** The last whole year. */
function firstTyped(known: readonly string[]): Typed {
  const year = yearOf(istToday()) - 1;
  return { symbols: known.slice(0, 5).join(", "), from: `${year}-01-01`, to: `${year}-12-31`, capital: "100000" };
}

/** `sbin, infy` are SBIN and INFY. */
export const symbolsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((symbol) => symbol !== "");

function faultsOf({ symbols, from, to, capital }: Typed): Faults {
  const count = symbolsOf(symbols).length;
  const amount = Number(capital);
  const faults: Faults = {};
  if (count === 0) faults.symbols = formTexts.noSymbols;
  if (count > BACKTEST_LIMITS.symbols) faults.symbols = formTexts.tooMany;
  if (from === "") faults.from = formTexts.noDate;
  if (to === "") faults.to = formTexts.noDate;
  if (!Number.isInteger(amount) || amount < BACKTEST_LIMITS.capitalMinRupees) faults.capital = formTexts.capitalWrong;
  return faults;
}

interface Folder {
  readonly name: string;
  readonly symbols: readonly string[];
}

interface FormProps {
  readonly known: readonly string[];
  readonly folders: readonly Folder[];
  readonly isOpenToOthers: boolean;
  onStarted(id: string): void;
}

function useStart(onStarted: FormProps["onStarted"]) {
  const queries = useQueryClient();
  const refusal = useRefusal();
  const start = useMutation({
    mutationFn: (body: BacktestRequest) => adminApi("POST", "/api/backtests", { body }),
    onSuccess: async ({ id }) => {
      onStarted(id);
      await queries.invalidateQueries({ queryKey: adminRead("/api/backtests").queryKey });
    },
  });
  return { start, fault: start.isError ? (refusal(start.error) ?? formTexts.failed) : null };
}

/** The server chooses, or one folder of bar files, or generated bars. */
const ANY = "any";
const SYNTHETIC = "synthetic";
const sourcesOf = (folders: readonly Folder[]) => [
  { value: ANY, label: formTexts.anyFolder },
  ...folders.map(({ name, symbols }) => ({ value: name, label: formTexts.folder(name, symbols.length) })),
  { value: SYNTHETIC, label: formTexts.invented },
];

/** The shares with bars in the chosen source; an empty list: any share. */
function knownIn(folders: readonly Folder[], data: string, known: readonly string[]): readonly string[] {
  if (data === SYNTHETIC) return [];
  return folders.find(({ name }) => name === data)?.symbols ?? known;
}

export function BacktestForm({ known, folders, isOpenToOthers, onStarted }: FormProps) {
  const [data, setData] = useState<string>(ANY);
  const [strategy, setStrategy] = useState<BacktestStrategy>("ours");
  const [fill, setFill] = useState<FillModel>("next-open");
  const [typed, setTyped] = useState(() => firstTyped(known));
  const [faults, setFaults] = useState<Faults>({});
  const { start, fault } = useStart(onStarted);
  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = faultsOf(typed);
    setFaults(found);
    if (Object.keys(found).length > 0 || start.isPending) return;
    const { from, to, symbols, capital } = typed;
    const request = { strategy, fill, from, to, symbols: symbolsOf(symbols), capital: Number(capital) };
    start.mutate(data === ANY ? request : Object.assign(request, { data }));
  }

  return (
    <Card>
      <CardHeader title={formTexts.title} description={formTexts.description} />
      <form noValidate onSubmit={submit} className="grid gap-6 p-6 md:grid-cols-2">
        <Select label={formTexts.strategy} options={strategies} value={strategy} onValueChange={setStrategy} />
        <Select label={formTexts.fill} options={fills} value={fill} onValueChange={setFill} />
        {folders.length > 0 && (
          <Select
            label={formTexts.data}
            options={sourcesOf(folders)}
            value={data}
            onValueChange={setData}
            className="md:col-span-2"
          />
        )}
        <TextField
          {...field("symbols")}
          label={formTexts.symbols}
          hint={formTexts.symbolsHint(isOpenToOthers ? [] : knownIn(folders, data, known))}
          autoCapitalize="characters"
          spellCheck={false}
          className="md:col-span-2"
        />
        <div className="grid gap-6 md:col-span-2 md:grid-cols-3">
          <TextField {...field("from")} label={formTexts.from} type="date" />
          <TextField {...field("to")} label={formTexts.to} type="date" />
          <TextField {...field("capital")} label={formTexts.capital} inputMode="numeric" />
        </div>
        <div className="grid gap-4 md:col-span-2">
          <FormFault>{fault}</FormFault>
          <Button type="submit" variant="primary" isBusy={start.isPending} className="sm:justify-self-start">
            {formTexts.start}
          </Button>
        </div>
      </form>
    </Card>
  );
}
