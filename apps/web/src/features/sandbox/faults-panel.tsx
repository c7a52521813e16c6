import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../lib/api.ts";
import { read } from "../../lib/query.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { FaultKind, FaultTarget, SetFaults } from "./fault-format.ts";
import { brokerKinds, brokerTargets, faultTexts, kindName, scriptKinds, targetName } from "./sandbox.texts.ts";
import { sayFailure } from "./use-market-clock.ts";

const COUNT_MAX = 1_000;
/** Each affected call uses up one count of the fault. */
const FAULTS_POLL_MS = 2_000;

const toOptions = <Choice extends string>(names: Record<Choice, string>) =>
  (Object.entries(names) as [Choice, string][]).map(([value, label]) => ({ value, label }));

const kindsFor = (target: FaultTarget) =>
  toOptions(kindName)
    .filter(({ value }) => !scriptKinds.includes(value))
    .filter(({ value }) => brokerTargets.includes(target) || !brokerKinds.includes(value));

function useFaults() {
  const queries = useQueryClient();
  const question = read("/sandbox/faults");
  const { data } = useQuery({ ...question, refetchInterval: FAULTS_POLL_MS });
  const faults = data?.faults ?? [];
  const keep = (next: SetFaults) => queries.setQueryData(question.queryKey, { faults: next });
  const set = useMutation({
    mutationFn: (fault: { target: FaultTarget; kind: FaultKind; count: number }) =>
      api("POST", "/sandbox/faults", { body: fault }),
    onSuccess: (reply) => keep(reply.faults),
    onError: sayFailure,
  });
  const clear = useMutation({
    mutationFn: () => api("DELETE", "/sandbox/faults"),
    onSuccess: () => {
      keep([]);
      showToast("success", faultTexts.cleared);
    },
    onError: sayFailure,
  });
  return { faults, set, clear };
}

export function FaultsPanel() {
  const { faults, set, clear } = useFaults();
  const [target, setTarget] = useState<FaultTarget>("mail");
  const [kind, setKind] = useState<FaultKind>("timeout");
  const [countText, setCountText] = useState("1");
  const chooseTarget = (next: FaultTarget) => {
    setTarget(next);
    if (!kindsFor(next).some(({ value }) => value === kind)) setKind("timeout");
  };
  const count = Number(countText);
  const isCountValid = Number.isInteger(count) && count >= 1 && count <= COUNT_MAX;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCountValid) set.mutate({ target, kind, count });
  };
  return (
    <Card>
      <CardHeader
        title={faultTexts.title}
        description={faultTexts.description}
        action={
          <Button size="sm" isBusy={clear.isPending} onClick={() => clear.mutate()}>
            {faultTexts.clear}
          </Button>
        }
      />
      <form onSubmit={submit} noValidate className="grid items-start gap-5 p-6 sm:grid-cols-2 lg:grid-cols-4">
        <Select label={faultTexts.target} options={toOptions(targetName)} value={target} onValueChange={chooseTarget} />
        <Select label={faultTexts.kind} options={kindsFor(target)} value={kind} onValueChange={setKind} />
        <TextField
          label={faultTexts.count}
          inputMode="numeric"
          value={countText}
          onChange={(event) => setCountText(event.currentTarget.value)}
          error={isCountValid ? undefined : faultTexts.countInvalid}
        />
        <Button type="submit" variant="primary" className="lg:mt-7" isBusy={set.isPending}>
          {faultTexts.set}
        </Button>
      </form>
      <FaultList faults={faults} />
    </Card>
  );
}

function FaultList({ faults }: { readonly faults: SetFaults }) {
  if (faults.length === 0) return <p className="px-6 pb-6 text-sm text-muted">{faultTexts.none}</p>;
  return (
    <ul aria-label={faultTexts.listed} className="grid gap-3 border-t border-line p-6">
      {faults.map((fault) => (
        <li key={`${fault.target} ${fault.kind}`} className="flex flex-wrap items-center gap-3">
          <Badge tone="warn">{targetName[fault.target]}</Badge>
          <span>
            {kindName[fault.kind]}, {faultTexts.times(fault.count)}
          </span>
        </li>
      ))}
    </ul>
  );
}
