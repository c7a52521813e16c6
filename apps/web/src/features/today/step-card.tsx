import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { connectionPaths, plansPath, tradingPaths } from "@vriddhi/core/site/dashboard-path";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ApiError, api } from "../../lib/api.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { isTrialOpen, TRIAL_PATH, trialLabel } from "../../lib/trial-offer.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { showToast } from "../../ui/toast.tsx";
import { brokerLabel } from "./broker-label.ts";
import type { NextStep } from "./next-step.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.steps;

interface StepView {
  readonly title: string;
  readonly body: string;
  readonly action: ReactNode;
}

const golden = (to: string, label: string): ReactNode => (
  <Button asChild variant="primary" size="lg">
    <Link to={to}>{label}</Link>
  </Button>
);

function useWrite<Answer>(call: () => Promise<Answer>, doneOf: (answer: Answer) => string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (answer) => showToast("success", doneOf(answer)),
    onError: (error) => showToast("error", (error instanceof ApiError ? error.detail : null) ?? texts.notApproved),
    onSettled: () => void queries.invalidateQueries(),
  });
}

function ApproveDay({ step }: { step: Extract<NextStep, { kind: "approve_day" }> }) {
  const { broker } = step;
  const { mutate, isPending } = useWrite(
    () => api("POST", "/algorithm/approve-day", { body: { broker }, idempotencyKey: crypto.randomUUID() }),
    () => texts.approved,
  );
  return (
    <Button variant="primary" size="lg" isBusy={isPending} onClick={() => mutate()}>
      {texts.approveButton}
    </Button>
  );
}

function LiftKill() {
  const { mutate, isPending } = useWrite(
    () => api("DELETE", "/algorithm/kill"),
    ({ message }) => `${message} ${texts.lifted}`,
  );
  return (
    <Button isBusy={isPending} onClick={() => mutate()}>
      {texts.lift}
    </Button>
  );
}

const planView = (subscription: Subscription | null): StepView => ({
  title: texts.plan,
  body: texts.planBody,
  action:
    subscription !== null && isTrialOpen(subscription) ? (
      <>
        {golden(TRIAL_PATH, trialLabel)}
        <Link to={plansPath} className="thumb font-semibold underline underline-offset-4">
          {texts.plans}
        </Link>
      </>
    ) : (
      golden(plansPath, texts.plans)
    ),
});

/** B4.3: the tabs of Zerodha and Angel One save no capital; the page for all brokers does. */
const capitalPathOf = (broker: BrokerName): string => (broker === "fyers" ? tradingPaths.fyers : "/dashboard/trading");

type FirstRunStep = Extract<NextStep, { kind: "plan" | "broker" | "capital" | "activate" }>;

function firstRunView(step: FirstRunStep, subscription: Subscription | null): StepView {
  switch (step.kind) {
    case "plan":
      return planView(subscription);
    case "broker":
      return { title: texts.broker, body: texts.brokerBody, action: golden("/broker-selection", texts.linkBroker) };
    case "capital":
      return {
        title: texts.capital,
        body: texts.capitalBody,
        action: golden(capitalPathOf(step.broker), texts.setCapital),
      };
    case "activate":
      return {
        title: `${texts.activate} ${brokerTitles[step.broker]}`,
        body: texts.activateBody,
        action: golden(tradingPaths[step.broker], texts.openTrading(brokerTitles[step.broker])),
      };
  }
}

function viewOf(step: Exclude<NextStep, { kind: "nothing" }>, subscription: Subscription | null): StepView {
  switch (step.kind) {
    case "approve_day":
      return {
        title: texts.approve(brokerLabel(step.broker)),
        body: texts.approveBody,
        action: <ApproveDay step={step} />,
      };
    case "killed":
      return { title: texts.killed, body: texts.killedBody, action: <LiftKill /> };
    case "mend": {
      const { account } = step;
      const path = account.action?.path ?? connectionPaths[account.broker];
      return {
        title: texts.mend(brokerTitles[account.broker]),
        body: account.detail ?? "",
        action: golden(path, account.action?.label ?? texts.linkBroker),
      };
    }
    default:
      return firstRunView(step, subscription);
  }
}

const PATH = ["plan", "broker", "capital", "activate"] as const;

function Path({ current }: { current: FirstRunStep["kind"] }) {
  const at = PATH.indexOf(current);
  return (
    <ol
      aria-label={texts.path}
      className="grid content-center gap-3 border-t border-line bg-raised/40 p-5 lg:border-t-0 lg:border-l"
    >
      {PATH.map((kind, n) => (
        <li
          key={kind}
          aria-current={n === at ? "step" : undefined}
          className={classNames("flex items-center gap-3 text-sm", n === at ? "font-semibold" : "text-muted")}
        >
          <span
            className={classNames(
              "figures grid size-7 shrink-0 place-items-center rounded-full border text-xs",
              n < at
                ? "border-info text-info"
                : n === at
                  ? "border-accent-text text-accent-text"
                  : "border-line-strong",
            )}
          >
            {n < at ? <Check className="size-4" aria-label="done" /> : n + 1}
          </span>
          {texts[kind]}
        </li>
      ))}
    </ol>
  );
}

const isFirstRun = (step: NextStep): step is FirstRunStep => PATH.some((kind) => kind === step.kind);

interface StepCardProps {
  step: NextStep;
  subscription: Subscription | null;
  countdown?: ReactNode;
}

export function StepCard({ step, subscription, countdown }: StepCardProps) {
  if (step.kind === "nothing") return null;
  const { title, body, action } = viewOf(step, subscription);
  const beside = isFirstRun(step) ? <Path current={step.kind} /> : countdown;
  return (
    <Card className={classNames("grid overflow-hidden", Boolean(beside) && "lg:grid-cols-[minmax(0,1fr)_16rem]")}>
      <div className="grid content-start gap-4 p-5 md:p-7">
        <p className="text-sm font-semibold text-accent-text">{texts.title}</p>
        <h2 className="text-2xl font-semibold">{title}</h2>
        <p className="max-w-prose text-muted">{body}</p>
        <div className="flex flex-wrap items-center gap-5">{action}</div>
      </div>
      {beside}
    </Card>
  );
}
