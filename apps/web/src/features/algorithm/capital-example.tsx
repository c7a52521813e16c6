import { paise, rupees } from "@vriddhi/core/shared/money";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useEffect, useState } from "react";
import { formatPaise } from "../../lib/format.ts";
import { algorithmTexts } from "./algorithm.texts.ts";
import { dailyStopPaise, drawExample, FIRST_EXAMPLE_RUPEES, plannedTradeLossPaise } from "./example-limits.ts";
import { RollingRupees } from "./rolling-rupees.tsx";

export const EXAMPLE_PERIOD_MS = 4_000;

interface LimitProps {
  label: string;
  value: string;
}

function Limit({ label, value }: LimitProps) {
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures text-xl font-semibold">{value}</dd>
    </div>
  );
}

/** A2.39: the rupee counter. It picks a new random capital every 4 seconds and shows which limits follow from it. */
export function CapitalExample({ random = Math.random }: { random?: () => number }) {
  const [capital, setCapital] = useState(FIRST_EXAMPLE_RUPEES);
  const [isRunning, setRunning] = useState(true);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setCapital(drawExample(random())), EXAMPLE_PERIOD_MS);
    return () => clearInterval(timer);
  }, [isRunning, random]);
  const Icon = isRunning ? Pause : Play;
  return (
    <figure className="relative grid gap-6 rounded-xl border border-line bg-surface p-6 shadow-card sm:p-9">
      <div className="grid gap-2">
        <p className="pr-12 text-sm text-muted">{algorithmTexts.exampleCapital}</p>
        <p className="text-[clamp(2.5rem,11vw,4.5rem)] leading-none font-semibold tracking-tight" data-figures>
          <RollingRupees rupees={capital} />
          <span className="sr-only">{formatPaise(rupees(capital))}</span>
        </p>
      </div>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Limit
          label={algorithmTexts.exampleTrade}
          value={formatPaise(paise(plannedTradeLossPaise(capital)), "always")}
        />
        <Limit label={algorithmTexts.exampleDay} value={formatPaise(paise(dailyStopPaise(capital)), "always")} />
      </dl>
      <figcaption className="text-sm text-muted">{algorithmTexts.exampleNote}</figcaption>
      <button
        type="button"
        className="absolute top-3 right-3 grid size-11 place-items-center rounded-md text-muted hover:text-text"
        aria-label={isRunning ? algorithmTexts.pause : algorithmTexts.play}
        onClick={() => setRunning(!isRunning)}
      >
        <Icon className="size-5" aria-hidden="true" />
      </button>
    </figure>
  );
}
