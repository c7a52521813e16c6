import { homeTexts } from "../../texts/home.texts.ts";

const RING_RADIUS = 15;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;
const SHARE_LEFT = 11 / 15;

/** What is left of the 15 seconds (A1.4), drawn. */
function Ring() {
  return (
    <span className="relative grid size-11 place-items-center">
      <svg viewBox="0 0 36 36" className="absolute inset-0 -rotate-90" fill="none" aria-hidden="true">
        <circle cx="18" cy="18" r={RING_RADIUS} className="stroke-line" strokeWidth="2.5" />
        <circle
          cx="18"
          cy="18"
          r={RING_RADIUS}
          className="stroke-accent"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={`${RING_LENGTH * SHARE_LEFT} ${RING_LENGTH}`}
        />
      </svg>
      <span className="text-sm font-semibold figures">{homeTexts.alert.secondsLeft}</span>
    </span>
  );
}

/** The product in one picture: nothing happens without you. Drawn, so it is a picture to screen readers too. */
export function ApprovalCard() {
  const { alert } = homeTexts;
  return (
    <figure className="home-glass w-full max-w-sm rounded-xl p-6" role="img" aria-label={alert.label}>
      <div className="flex items-center justify-between gap-4">
        <div>
          <p className="text-xs font-medium text-muted">{alert.title}</p>
          <p className="mt-1 text-xl font-semibold">
            {alert.side} {alert.symbol}
          </p>
          <p className="text-xs text-muted">{alert.market}</p>
        </div>
        <Ring />
      </div>
      <dl className="mt-5 grid gap-2.5 border-t border-line pt-5 text-sm">
        {alert.rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium figures">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 grid grid-cols-[2fr_1fr] gap-2.5 text-sm font-semibold">
        <span className="grid h-11 place-items-center rounded-md bg-text text-ground">{alert.approve}</span>
        <span className="grid h-11 place-items-center rounded-md border border-line-strong">{alert.skip}</span>
      </div>
      <p className="mt-4 flex justify-between text-xs text-muted">
        <span>{alert.note}</span>
        <span>{alert.caption}</span>
      </p>
    </figure>
  );
}
