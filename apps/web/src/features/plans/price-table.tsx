import { bandAt, LEVELS, PLANS_AS_SHOWN, priceOf } from "@vriddhi/core/billing/plans";
import { formatPaise } from "../../lib/format.ts";
import { planNames, plansTexts } from "./plans.texts.ts";

/** All prices of A9.7 in one table, readable before the slider's script runs. */
export function PriceTable() {
  return (
    <table className="figures w-full text-sm">
      <caption className="pb-4 text-left text-muted">{plansTexts.tableCaption}</caption>
      <thead>
        <tr className="border-b border-line-strong text-muted">
          <th scope="col" className="py-3 pr-2 text-left font-medium">
            {plansTexts.tableCapital}
          </th>
          {PLANS_AS_SHOWN.map((plan) => (
            <th key={plan} scope="col" className="py-3 pl-2 text-right font-medium">
              {planNames[plan]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LEVELS.map((level) => (
          <tr key={level} className="border-b border-line">
            <th scope="row" className="py-3.5 pr-2 text-left font-medium">
              {bandAt(level).label}
            </th>
            {PLANS_AS_SHOWN.map((plan) => (
              <td key={plan} className="py-3.5 pl-2 text-right">
                {formatPaise(priceOf(level, plan))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
