import type { PlanName } from "@vriddhi/core/billing/plans";
import { STRIKE_PERCENT_OFF } from "@vriddhi/core/billing/plans";
import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { formatPaise } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { PlanOffer, Share } from "./plan-offer.ts";
import { planNames, plansTexts } from "./plans.texts.ts";

const isBest = (plan: PlanName): boolean => plan === "ANNUALLY";

function Price({ offer }: { offer: PlanOffer }) {
  const { plan, perDay, price, strike } = offer;
  return (
    <div className="grid gap-3">
      <p className="flex items-baseline gap-2">
        <span className="figures text-4xl font-semibold">{formatPaise(perDay)}</span>
        <span className="text-muted">{plansTexts.perDay}</span>
      </p>
      <div className="grid gap-1.5">
        <p className="figures">
          {plansTexts.billed(plan)} <span className="font-semibold">{formatPaise(price)}</span>
        </p>
        <p className="figures flex items-center gap-2.5 text-muted">
          <span>
            <span className="sr-only">{plansTexts.insteadOf} </span>
            <s>{formatPaise(strike)}</s>
          </span>
          <Badge tone="accent">{plansTexts.off(STRIKE_PERCENT_OFF)}</Badge>
        </p>
      </div>
    </div>
  );
}

const shareText: Record<Share["name"], (offer: PlanOffer) => string> = {
  capital: (offer) => offer.bandLabel,
  days: (offer) => plansTexts.days(offer.days),
  saved: (offer) => plansTexts.percent(offer.savedPercent),
};

function Bars({ offer }: { offer: PlanOffer }) {
  return offer.shares.map(({ name, fraction }) => (
    <li key={name} className="grid gap-1.5">
      <span className="flex justify-between gap-4 text-sm">
        <span className="text-muted">{plansTexts.shares[name]}</span>
        <span className="figures font-medium">{shareText[name](offer)}</span>
      </span>
      <span className="h-1 overflow-hidden rounded-full bg-raised" aria-hidden="true">
        <span
          className={classNames(
            "block h-full rounded-full transition-[width] duration-300 ease-settle",
            isBest(offer.plan) ? "bg-accent" : "bg-muted",
          )}
          style={{ width: `${Math.round(fraction * 1_000) / 10}%` }}
        />
      </span>
    </li>
  ));
}

export function Included({ className }: { className: string }) {
  return plansTexts.included.map((text) => (
    <li key={text} className={classNames("flex gap-2.5 text-sm", className)}>
      <Check className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      {text}
    </li>
  ));
}

function Held({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="figures grid gap-1 text-sm font-semibold">
      {lines.map((line) => (
        <li key={line} className="flex items-center gap-2">
          <CircleCheck className="size-4 shrink-0 text-info" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}

interface PlanCardProps {
  offer: PlanOffer;
  isBusy: boolean;
  /** Chosen before a login in between. */
  isChosen: boolean;
  button: ReactNode;
  held: readonly string[];
  notice?: ReactNode;
}

function borderOf(plan: PlanName, isChosen: boolean): string {
  if (isBest(plan)) return "border-accent";
  return isChosen ? "border-text" : "border-line";
}

/** A2.36. Wide cards are horizontal (price left, list right), in three columns they are vertical. */
export function PlanCard({ offer, isBusy, isChosen, held, button, notice }: PlanCardProps) {
  const { plan, savings, monthlyYear } = offer;
  return (
    <li
      aria-busy={isBusy || undefined}
      data-plan={plan}
      className={classNames(
        "relative grid content-start gap-6 rounded-lg border bg-surface p-6 shadow-card transition-colors md:grid-cols-2 md:gap-x-10 lg:grid-cols-1 lg:gap-x-0 lg:p-7",
        isBest(plan) && "lg:-my-4 lg:py-11",
        borderOf(plan, isChosen),
      )}
    >
      <div className="grid content-start gap-5">
        <div className="flex min-h-6 items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{planNames[plan]}</h2>
          {isBest(plan) && (
            <span className="rounded-full bg-accent px-3 py-1 text-xs font-semibold text-on-accent">
              {plansTexts.bestValue}
            </span>
          )}
        </div>
        <Price offer={offer} />
        <p className="figures min-h-10 text-sm text-muted">
          {savings > 0 ? plansTexts.saves(formatPaise(savings)) : plansTexts.savesNothing(formatPaise(monthlyYear))}
        </p>
        <div className="grid gap-2">
          {button}
          <Held lines={held} />
          {isChosen && <p className="text-sm text-muted">{plansTexts.chosen}</p>}
          {notice}
        </div>
      </div>
      <ul className="grid content-start gap-4 border-t border-line pt-6 md:border-t-0 md:border-l md:pt-0 md:pl-10 lg:border-t lg:border-l-0 lg:pt-6 lg:pl-0">
        <Bars offer={offer} />
        {/* On a phone it is shown once, below all cards. */}
        <Included className="max-md:hidden" />
      </ul>
    </li>
  );
}
