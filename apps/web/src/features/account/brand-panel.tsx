import { brand } from "@vriddhi/core/site/brand";
import { brandPanelTexts } from "./account.texts.ts";

/** Beside the form on a desktop: how it works, and its risk. On narrower screens the page ends with the form. */
export function BrandPanel() {
  return (
    <aside className="brand-panel">
      <div className="grid max-w-md gap-10">
        <h2 className="text-3xl font-semibold">
          {brandPanelTexts.heading.map((sentence) => (
            <span key={sentence} className="block">
              {sentence}{" "}
            </span>
          ))}
        </h2>
        <ol className="grid gap-7">
          {brandPanelTexts.points.map(({ title, body }, place) => (
            <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-x-4 gap-y-1">
              <span className="brand-panel-number" aria-hidden="true">
                {place + 1}
              </span>
              <h3 className="self-center font-semibold">{title}</h3>
              <p className="col-start-2 text-muted">{body}</p>
            </li>
          ))}
        </ol>
        <p className="border-t border-line pt-6 text-xs text-muted">{brand.riskDisclosure}</p>
      </div>
    </aside>
  );
}
