import { type HeatMapYear, heatMapMonthNames } from "@vriddhi/core/site/heat-map";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { formatSignedPaise } from "../../lib/format.ts";
import { type GridPosition, moveInGrid } from "./grid-position.ts";
import { heatMapTexts } from "./heat-map.texts.ts";
import { HeatMapCell } from "./heat-map-cell.tsx";
import { HeatMapTip, type Looked } from "./heat-map-tip.tsx";
import "./heat-map.css";

const isAt = (position: GridPosition, row: number, column: number): boolean =>
  position.row === row && position.column === column;

function Heads() {
  return (
    <thead>
      <tr className="heat-map-heads">
        <th scope="col" className="text-left">
          {heatMapTexts.year}
        </th>
        {heatMapMonthNames.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">{heatMapTexts.yearTotal}</th>
      </tr>
    </thead>
  );
}

function YearEnd({ months, total }: HeatMapYear) {
  const missing = heatMapMonthNames.length - months.length;
  return (
    <>
      {missing > 0 && <td colSpan={missing} className="heat-map-rest" />}
      <td className={`heat-map-total figures ${total < 0 ? "text-loss" : "text-profit"}`}>
        {formatSignedPaise(total, "none")}
      </td>
    </>
  );
}

/** A2.51: one row per year. One cell is in the tab order; the arrow keys move it. */
export function HeatMapGrid({ years }: { years: readonly HeatMapYear[] }) {
  const tipId = useId();
  const frame = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState<GridPosition>({ row: 0, column: 0 });
  const [looked, setLooked] = useState<Looked | null>(null);
  const rowLengths = years.map(({ months }) => months.length);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") setLooked(null);
    const next = moveInGrid(event.key, event.ctrlKey || event.metaKey, stop, rowLengths);
    if (next === null) return;
    event.preventDefault();
    const label = years[next.row]?.months[next.column]?.label;
    frame.current?.querySelector<HTMLElement>(`[data-month="${label}"]`)?.focus();
  };
  const stopLooking = () => setLooked(null);

  return (
    <div className="relative">
      <table
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA names a table as its base
        role="grid"
        aria-label={heatMapTexts.gridLabel}
        aria-description={heatMapTexts.gridHelp}
        className="heat-map"
        onMouseLeave={stopLooking}
        onBlur={stopLooking}
      >
        <Heads />
        <tbody className="heat-map-body">
          {years.map((entry, row) => (
            <tr key={entry.year} className="heat-map-row">
              <th scope="row" className="heat-map-year figures">
                {entry.year}
              </th>
              {entry.months.map((month, column) => (
                <HeatMapCell
                  key={month.label}
                  month={month}
                  isTabStop={isAt(stop, row, column)}
                  describedBy={looked?.month === month ? tipId : undefined}
                  onLook={(element, by) => {
                    if (by === "focus") setStop({ row, column });
                    setLooked({ month, element });
                  }}
                  onKeyDown={onKeyDown}
                />
              ))}
              <YearEnd {...entry} />
            </tr>
          ))}
        </tbody>
      </table>
      <HeatMapTip id={tipId} looked={looked} />
    </div>
  );
}
