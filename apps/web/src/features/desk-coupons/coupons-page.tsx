import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Panel } from "../../ui/panel.tsx";
import { showToast } from "../../ui/toast.tsx";
import { couponTexts } from "./coupons.texts.ts";

const question = adminRead("/api/admin/coupons");
type Coupon = Reply<"GET", "/api/admin/coupons">["coupons"][number];

const PERCENT = 100;
const EMPTY = { code: "", percent: "", uses: "", perPerson: "1", ends: "" };

const numberOrNull = (text: string): number | null => (text.trim() === "" ? null : Number(text));
/** The last instant of that day in India. */
const endOf = (day: string): string | null => (day === "" ? null : new Date(`${day}T23:59:59.999+05:30`).toISOString());

function NewCoupon() {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const creating = useMutation({
    mutationFn: () =>
      adminApi("POST", "/api/admin/coupons", {
        body: {
          code: draft.code,
          discount: Math.round((1 - Number(draft.percent) / PERCENT) * 10_000) / 10_000,
          ends_at: endOf(draft.ends),
          uses_max: numberOrNull(draft.uses),
          uses_per_person: numberOrNull(draft.perPerson),
        },
      }),
    onSuccess: async ({ message }) => {
      setDraft(EMPTY);
      showToast("success", message);
      await queries.invalidateQueries({ queryKey: ["desk"] });
    },
  });
  const { error, isPending } = creating;
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) creating.mutate();
  };
  const field = (name: keyof typeof EMPTY) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <Panel title={couponTexts.create}>
      <form method="post" noValidate className="grid gap-4 p-4" onSubmit={press}>
        <p className="text-sm text-muted">{couponTexts.createLead}</p>
        <TextField
          label={couponTexts.code}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          {...field("code")}
        />
        <TextField label={couponTexts.percent} inputMode="decimal" {...field("percent")} />
        <TextField label={couponTexts.uses} inputMode="numeric" hint={couponTexts.optional} {...field("uses")} />
        <TextField
          label={couponTexts.perPerson}
          inputMode="numeric"
          hint={couponTexts.optional}
          {...field("perPerson")}
        />
        <TextField label={couponTexts.ends} type="date" hint={couponTexts.noEnd} {...field("ends")} />
        <FormFault>
          {error && (error instanceof ApiError && error.detail !== null ? error.detail : couponTexts.refused)}
        </FormFault>
        <Button type="submit" variant="primary" className="justify-self-start" isBusy={isPending}>
          {couponTexts.submit}
        </Button>
      </form>
    </Panel>
  );
}

const isOver = ({ ends_at: at }: Coupon): boolean => at !== null && instantOf(at) <= Date.now();

function EndButton({ coupon }: { coupon: Coupon }) {
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => adminApi("POST", "/api/admin/coupons/{code}/end", { params: { code: coupon.code } }),
    onSuccess: ({ message }) => showToast("success", message),
    onError: () => showToast("error", couponTexts.endFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: question.queryKey }),
  });
  return (
    <Button size="sm" isBusy={ending.isPending} onClick={() => ending.mutate()}>
      {couponTexts.end}
    </Button>
  );
}

const { columns: names } = couponTexts;
const columns: readonly Column<Coupon>[] = [
  { id: "code", header: names.code, isTitle: true, cell: ({ code }) => <span className="font-mono">{code}</span> },
  {
    id: "off",
    header: names.off,
    align: "end",
    cell: ({ discount }) => couponTexts.percentOff(Math.round((1 - discount) * PERCENT * PERCENT) / PERCENT),
  },
  { id: "used", header: names.used, align: "end", cell: ({ used, uses_max: most }) => couponTexts.usedOf(used, most) },
  {
    id: "person",
    header: names.person,
    align: "end",
    cell: ({ uses_per_person: most }) => most ?? couponTexts.unlimited,
  },
  {
    id: "ends",
    header: names.ends,
    cell: ({ ends_at: at }) => (at === null ? couponTexts.unlimited : formatIstDate(instantOf(at))),
  },
  {
    id: "state",
    header: names.state,
    cell: (coupon) => (
      <Badge tone={isOver(coupon) ? "neutral" : "info"}>
        {isOver(coupon) ? couponTexts.over : couponTexts.running}
      </Badge>
    ),
  },
];
const actColumn: Column<Coupon> = {
  id: "act",
  header: names.act,
  align: "end",
  cell: (coupon) => (isOver(coupon) ? null : <EndButton coupon={coupon} />),
};

export function CouponsPage({ canAct }: { canAct: boolean }) {
  const { data, isError, refetch } = useQuery(question);
  if (isError && data === undefined) return <ErrorState title={couponTexts.failed} onRetry={() => refetch()} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <DataTable
        caption={couponTexts.title}
        columns={canAct ? [...columns, actColumn] : columns}
        rows={data?.coupons ?? []}
        rowKey={({ code }) => code}
        isLoading={data === undefined}
        empty={<p className="px-4 py-6 text-sm text-muted">{couponTexts.none}</p>}
      />
      {canAct && <NewCoupon />}
    </div>
  );
}
