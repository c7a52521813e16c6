import { paise } from "@vriddhi/core/shared/money";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { memo, type ReactNode } from "react";
import { formatPaise, formatSignedPaise } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { approvalTexts as texts } from "./approval.texts.ts";
import { brokerName, type Offer, type Outcome, plannedRisk } from "./approval-model.ts";
import { ApprovalRing } from "./approval-ring.tsx";
import { type ApprovalWays, useApproval } from "./use-approval.ts";

const price = (amount: number): string => formatPaise(paise(amount), "always");

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 bg-surface px-3.5 py-2.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}

const Facts = memo(function Facts({ offer }: { offer: Offer }) {
  const risk = plannedRisk(offer);
  const { stop_paise: stop, target_paise: target, limit_paise: limit } = offer;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line">
      <Fact name={texts.limit}>{price(limit)}</Fact>
      <Fact name={texts.risk}>
        {risk === null ? texts.none : <span className="text-loss">{formatSignedPaise(paise(risk))}</span>}
      </Fact>
      <Fact name={texts.stop}>{stop === null ? texts.none : price(stop)}</Fact>
      <Fact name={texts.target}>{target === null ? texts.none : price(target)}</Fact>
    </dl>
  );
});

const PERCENT = 100;

/** The price against the limit beyond which nothing is sent; twice that distance is the whole bar. */
const Guard = memo(function Guard({ offer }: { offer: Offer }) {
  const { price_paise: now, guard_paise: guard, limit_paise: limit, side } = offer;
  const span = Math.max(1, Math.abs(guard - limit) * 4, Math.round(guard * 0.01));
  const sign = side === "buy" ? 1 : -1;
  const at = now === null ? null : Math.max(0, Math.min(1, 0.78 - (sign * (guard - now)) / span));
  return (
    <div className="grid gap-2">
      <p className="figures flex justify-between gap-4 text-sm">
        <span>
          <span className="text-muted">{texts.now}</span> <b>{now === null ? texts.notKnown : price(now)}</b>
        </span>
        <span>
          <span className="text-muted">{texts.guard(side)}</span> <b>{price(guard)}</b>
        </span>
      </p>
      <div className="relative h-1.5 rounded-full bg-raised" aria-hidden="true">
        <span className="absolute inset-y-0 left-0 w-[78%] rounded-full bg-info/50" />
        {at !== null && (
          <span
            className="absolute -top-1.5 -ml-2 size-4 rounded-full border-2 border-text bg-surface"
            style={{ left: `${at * PERCENT}%` }}
          />
        )}
      </div>
    </div>
  );
});

const looks = {
  good: { Icon: CircleCheck, look: "text-info" },
  quiet: { Icon: Ban, look: "text-muted" },
  warn: { Icon: TriangleAlert, look: "text-warn" },
} as const;

function Over({ outcome, ways }: { outcome: Outcome; ways: ReactNode }) {
  const { Icon, look } = looks[outcome.tone];
  return (
    <>
      <div role="status" className="flex items-start gap-3 rounded-md border border-line bg-raised p-4">
        <Icon className={`mt-0.5 size-5 shrink-0 ${look}`} aria-hidden="true" />
        <p>
          <b>{outcome.title}</b> <span className="text-muted">{outcome.body}</span>
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-3">{ways}</div>
    </>
  );
}

interface ApprovalSheetProps {
  offer: Offer;
  /** On this device's clock. */
  endsAtMs: number;
  ways: ApprovalWays;
  isListed?: boolean;
  heading(text: string): ReactNode;
  beside?: ReactNode;
  onward: ReactNode;
}

function Head({ offer, heading, children }: Pick<ApprovalSheetProps, "offer" | "heading"> & { children: ReactNode }) {
  const { broker, side, quantity, symbol, limit_paise: limit } = offer;
  const value = limit * quantity;
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {texts.alert(brokerName(broker))}
          {broker === "paper" && <Badge tone="info">Paper</Badge>}
        </p>
        {heading(texts.title(side, quantity, symbol))}
        <p className="figures text-sm text-muted">{side === "buy" ? texts.value(value) : texts.valueShort(value)}</p>
      </div>
      {children}
    </div>
  );
}

export function ApprovalSheet({ offer, endsAtMs, ways, isListed = true, heading, beside, onward }: ApprovalSheetProps) {
  const { state, secondsLeft, isDeaf, decide } = useApproval(offer, endsAtMs, ways, isListed);
  const isSending = state.kind === "sending";
  return (
    <div className="grid gap-4">
      <Head offer={offer} heading={heading}>
        {state.kind !== "over" && <ApprovalRing endsAtMs={endsAtMs} secondsLeft={secondsLeft} />}
      </Head>
      <p>{offer.reason ?? offer.sentence}</p>
      {state.kind === "over" ? (
        <Over outcome={state.outcome} ways={onward} />
      ) : (
        <>
          <Facts offer={offer} />
          <Guard offer={offer} />
          {state.kind === "offered" && state.fault !== null && (
            <p role="alert" className="text-sm text-danger">
              {state.fault}
            </p>
          )}
          <Button
            variant="primary"
            className="h-15! w-full text-lg!"
            isBusy={isSending && state.decision === "approve"}
            data-deaf={isDeaf || undefined}
            onClick={() => void decide("approve")}
          >
            {texts.approve}
          </Button>
          <div className="grid grid-cols-2 gap-2">
            <Button
              variant="ghost"
              isBusy={isSending && state.decision === "decline"}
              onClick={() => void decide("decline")}
            >
              {texts.decline}
            </Button>
            {beside}
          </div>
          <p className="text-center text-xs text-muted">{texts.silence}</p>
        </>
      )}
    </div>
  );
}
