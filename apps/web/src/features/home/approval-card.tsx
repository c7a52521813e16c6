import { homeTexts } from "../../texts/home.texts.ts";

/** The drawn rest of the 15 seconds (A1.4): it runs once from 15 to 11 and stops there (home.css). */
function Ring() {
  return (
    <span className="home-ring">
      <span className="home-ring-arc home-ring-rest" />
      <span className="home-ring-left">
        <span className="home-ring-arc home-ring-run" />
      </span>
      <span className="home-ring-seconds text-sm font-semibold figures">
        <span className="home-ring-strip">
          {homeTexts.alert.secondsLeft.map((second) => (
            <span key={second}>{second}</span>
          ))}
        </span>
      </span>
    </span>
  );
}

/** A picture to screen readers too: its two answers are plain text, because nothing here can be pressed. */
export function ApprovalCard() {
  const { alert } = homeTexts;
  return (
    <figure className="home-glass home-alert w-full max-w-sm rounded-xl p-6" role="img" aria-label={alert.label}>
      <div className="flex items-center justify-between gap-4">
        <div>
          <p className="flex items-center gap-2 text-xs font-medium text-muted">
            {alert.title}
            <span className="rounded-full border border-line-strong px-2 py-0.5">{alert.caption}</span>
          </p>
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
      <div className="-mx-6 mt-5 grid grid-cols-2 divide-x divide-line border-y border-line text-center text-sm">
        <span className="py-2.5 font-semibold">{alert.approve}</span>
        <span className="py-2.5 text-muted">{alert.skip}</span>
      </div>
      <p className="mt-4 text-xs text-muted">{alert.note}</p>
    </figure>
  );
}
