import { formatIstDate, formatSignedPaise, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatSpan, paiseOf } from "../../lib/format-subscription.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { guaranteeTexts } from "./billing.texts.ts";
import { useGuarantees } from "./billing-queries.ts";
import type { Guarantee } from "./billing-replies.ts";
import { Loaded } from "./loaded-card.tsx";

function toneOf(result: number): string {
  if (result === 0) return "text-text";
  return result > 0 ? "text-profit" : "text-loss";
}

function Result({ rupees }: { rupees: number | null }) {
  if (rupees === null) return <span className="text-muted">{guaranteeTexts.unknown}</span>;
  return (
    <span className={classNames("figures font-semibold", toneOf(rupees))}>{formatSignedPaise(paiseOf(rupees))}</span>
  );
}

function Evidence({ evidence, judged_at }: Pick<Guarantee, "evidence" | "judged_at">) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 w-fit items-center text-muted underline underline-offset-4 hover:text-text">
        {guaranteeTexts.evidence}
      </summary>
      <ul className="grid gap-1.5 pt-1">
        {evidence.map(({ from, to, gross_result }) => (
          <li key={from} className="flex flex-wrap justify-between gap-x-6">
            <span className="figures text-muted">{formatSpan(from, to)}</span>
            <Result rupees={gross_result} />
          </li>
        ))}
        <li className="text-muted">
          {guaranteeTexts.judged} {formatIstDate(instantOf(judged_at))}
        </li>
      </ul>
    </details>
  );
}

function GuaranteeRow({ guarantee }: { guarantee: Guarantee }) {
  const { plan, period_start, period_end, gross_result, fee, outcome, refund_status } = guarantee;
  const isBack = outcome === "refund" || outcome === "payout";
  return (
    <li className="grid gap-3 px-5 py-5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h4 className="font-semibold">
          {formatPlan(plan)}
          <span className="figures font-normal text-muted">, {formatSpan(period_start, period_end)}</span>
        </h4>
        <Badge tone={isBack ? "info" : "neutral"}>{guaranteeTexts.outcome[outcome]}</Badge>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <div className="flex gap-2">
          <dt className="text-muted">{guaranteeTexts.gross}</dt>
          <dd>
            <Result rupees={gross_result} />
          </dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">{guaranteeTexts.fee}</dt>
          <dd className="figures">{formatRupees(fee)}</dd>
        </div>
      </dl>
      {refund_status !== null && <p className="text-sm">{guaranteeTexts.refund[refund_status]}</p>}
      <Evidence {...guarantee} />
    </li>
  );
}

export function GuaranteeCard() {
  const guarantees = useGuarantees();
  return (
    <Loaded query={guarantees}>
      {({ guarantees: judged }) => (
        <Card>
          <CardHeader level={3} title={guaranteeTexts.title} description={guaranteeTexts.lead} />
          {judged.length === 0 ? (
            <p className="px-6 py-5 text-sm text-muted">{guaranteeTexts.empty}</p>
          ) : (
            <ul className="divide-y divide-line">
              {judged.map((guarantee) => (
                <GuaranteeRow key={guarantee.id} guarantee={guarantee} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  );
}
