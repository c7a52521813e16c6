import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { istDate } from "@vriddhi/core/time/ist";
import { type FormEvent, type ReactNode, useState } from "react";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { calendarTexts } from "./calendar.texts.ts";

/** The server closes open positions and answers within 30 s. */
const CLOSE_TIMEOUT_MS = 45_000;

const question = adminRead("/api/admin/calendar");
type Year = Reply<"GET", "/api/admin/calendar">["years"][number];

interface ChangeFormProps {
  title: string;
  lead: string;
  submit: string;
  send(reason: string): Promise<{ message: string }>;
  /** The same once more, after the confirmation. */
  sendConfirmed?(reason: string): Promise<{ message: string }>;
  children: ReactNode;
}

const QUESTIONS: ReadonlySet<string> = new Set(["holiday_unconfirmed", "holiday_still_open"]);
const questionOf = (error: Error | null): string | null =>
  error instanceof ApiError && QUESTIONS.has(error.code) ? error.detail : null;

function ChangeForm({ title, lead, submit, send, sendConfirmed, children }: ChangeFormProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const changing = useMutation({
    mutationFn: (isConfirmed: boolean) => (isConfirmed && sendConfirmed ? sendConfirmed(reason) : send(reason)),
    onSuccess: async ({ message }) => {
      setReason("");
      showToast("success", message);
      await queries.invalidateQueries({ queryKey: question.queryKey });
    },
  });
  const { error, isPending } = changing;
  const asked = questionOf(error);
  // The dialog stays while its request is pending.
  const [shown, setShown] = useState<string | null>(null);
  if (asked !== null && asked !== shown && !isPending) setShown(asked);
  if (asked === null && shown !== null && !isPending) setShown(null);
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) changing.mutate(false);
  };
  return (
    <Panel title={title}>
      <form method="post" noValidate className="grid gap-4 p-4" onSubmit={press}>
        <p className="text-sm text-muted">{lead}</p>
        {children}
        <TextField
          label={calendarTexts.reason}
          hint={calendarTexts.reasonHint}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormFault>
          {error === null || asked !== null
            ? null
            : error instanceof ApiError && error.detail !== null
              ? error.detail
              : calendarTexts.refused}
        </FormFault>
        <Button type="submit" className="justify-self-start" isBusy={isPending}>
          {submit}
        </Button>
      </form>
      <ConfirmDialog
        open={shown !== null}
        onOpenChange={() => !isPending && changing.reset()}
        title={calendarTexts.askTitle}
        body={shown}
        cancelLabel={calendarTexts.keep}
        confirmLabel={calendarTexts.confirm}
        tone="danger"
        isBusy={isPending}
        onConfirm={() => changing.mutate(true)}
      />
    </Panel>
  );
}

function HolidayForm() {
  const [day, setDay] = useState("");
  return (
    <ChangeForm
      title={calendarTexts.holiday}
      lead={calendarTexts.holidayLead}
      submit={calendarTexts.addHoliday}
      send={(reason) => adminApi("POST", "/api/admin/calendar/holidays", { body: { day, reason } })}
      sendConfirmed={(reason) =>
        adminApi("POST", "/api/admin/calendar/holidays", {
          body: { day, reason, confirm: true },
          timeoutMs: CLOSE_TIMEOUT_MS,
        })
      }
    >
      <TextField label={calendarTexts.day} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
    </ChangeForm>
  );
}

function AddedHolidays({ days }: { days: readonly string[] }) {
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: (day: string) => adminApi("DELETE", "/api/admin/calendar/holidays/{day}", { params: { day } }),
    onSuccess: async ({ message }) => {
      showToast("success", message);
      await queries.invalidateQueries({ queryKey: question.queryKey });
    },
    onError: (error) =>
      showToast("error", error instanceof ApiError && error.detail !== null ? error.detail : calendarTexts.refused),
  });
  if (days.length === 0) return null;
  return (
    <Panel title={calendarTexts.added}>
      <ul>
        {days.map((day) => (
          <li key={day} className="flex min-h-14 items-center gap-3 border-t border-line px-4 first:border-0">
            <span className="figures">{formatDay(istDate(day))}</span>
            <Button
              size="sm"
              className="ml-auto"
              aria-label={calendarTexts.undoDay(formatDay(istDate(day)))}
              isBusy={removing.isPending && removing.variables === day}
              onClick={() => removing.mutate(day)}
            >
              {calendarTexts.undo}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function YearForm() {
  const [year, setYear] = useState("");
  const [list, setList] = useState("");
  return (
    <ChangeForm
      title={calendarTexts.year}
      lead={calendarTexts.yearLead}
      submit={calendarTexts.addYear}
      send={(reason) => adminApi("PUT", "/api/admin/calendar", { body: { year: Number(year), list, reason } })}
    >
      <TextField
        label={calendarTexts.yearName}
        inputMode="numeric"
        maxLength={4}
        value={year}
        onChange={({ target }) => setYear(target.value)}
      />
      <TextAreaField
        label={calendarTexts.list}
        rows={6}
        spellCheck={false}
        value={list}
        onChange={({ target }) => setList(target.value)}
      />
    </ChangeForm>
  );
}

function YearPanel({ year }: { year: Year }) {
  const { closures, sessions, source } = year;
  return (
    <Panel
      title={String(year.year)}
      note={calendarTexts.closures(closures.length)}
      action={
        <Badge tone={source === "operator" ? "info" : "neutral"}>
          {source === "operator" ? calendarTexts.operator : calendarTexts.bundled}
        </Badge>
      }
    >
      <ul className="flex flex-wrap gap-2 p-4">
        {closures.map((day) => (
          <li key={day} className="figures rounded-sm bg-raised px-2 py-1 text-xs">
            {formatDay(istDate(day)).slice(0, -5)}
          </li>
        ))}
      </ul>
      {sessions.length > 0 && (
        <p className="figures border-t border-line px-4 py-3 text-sm text-muted">
          {calendarTexts.special}:{" "}
          {sessions
            .map(({ date, kind, open, close }) => `${formatDay(istDate(date)).slice(0, -5)} ${kind} ${open}–${close}`)
            .join(", ")}
        </p>
      )}
    </Panel>
  );
}

export function CalendarPage({ canAct }: { canAct: boolean }) {
  const { data, isError, refetch } = useQuery(question);
  if (isError && data === undefined) return <ErrorState title={calendarTexts.failed} onRetry={() => refetch()} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="grid gap-3">
        {data === undefined && <Skeleton className="h-64" />}
        {data?.years.toReversed().map((year) => (
          <YearPanel key={year.year} year={year} />
        ))}
      </div>
      {canAct && (
        <div className="grid gap-3 max-xl:order-first">
          <HolidayForm />
          <AddedHolidays days={data?.years.flatMap(({ removable }) => removable) ?? []} />
          <YearForm />
        </div>
      )}
    </div>
  );
}
