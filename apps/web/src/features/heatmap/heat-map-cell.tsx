import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { type HeatMapMonth, heatIntensity } from "@vriddhi/core/site/heat-map";
import type { CSSProperties, FocusEvent, KeyboardEvent, MouseEvent } from "react";
import { formatPaise } from "../../lib/format.ts";
import { resultWord } from "./heat-map.texts.ts";

interface HeatMapCellProps {
  month: HeatMapMonth;
  /** The one cell of the grid that the Tab key reaches. */
  isTabStop: boolean;
  describedBy: string | undefined;
  onLook(element: HTMLElement, by: "pointer" | "focus"): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

const THOUSAND_RUPEES = 1_000 * PAISE_PER_RUPEE;

/** 11.8K for ₹11,775: rounded, because truncation would show less than there was. */
const thousandsOf = (result: HeatMapMonth["result"]): string =>
  `${Math.round((Math.abs(result) * 10) / THOUSAND_RUPEES) / 10}K`;

/** ▲8.4K or ▼2.3K: the sign does not depend on the colour. */
function Signed({ result }: { result: HeatMapMonth["result"] }) {
  const amount = thousandsOf(result);
  return (
    <span aria-hidden="true">
      <span className="heat-map-arrow">{result < 0 ? "▼" : "▲"}</span>
      {amount}
    </span>
  );
}

export function HeatMapCell({ month, isTabStop, describedBy, onLook, onKeyDown }: HeatMapCellProps) {
  const { label, result } = month;
  return (
    <td
      tabIndex={isTabStop ? 0 : -1}
      aria-describedby={describedBy}
      data-month={label}
      data-result={result < 0 ? "loss" : "profit"}
      className="heat-map-cell"
      style={{ "--heat": heatIntensity(result).toFixed(3) } as CSSProperties}
      onFocus={(event: FocusEvent<HTMLElement>) => onLook(event.currentTarget, "focus")}
      onMouseEnter={(event: MouseEvent<HTMLElement>) => onLook(event.currentTarget, "pointer")}
      onKeyDown={onKeyDown}
    >
      <span className="heat-map-month" aria-hidden="true">
        {label.slice(0, 3)}
      </span>
      <Signed result={result} />
      <span className="sr-only">{`${label}: ${resultWord(result)} ${formatPaise(result).replace("\u2212", "")}`}</span>
    </td>
  );
}
