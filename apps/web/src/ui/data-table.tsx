import type { ReactNode } from "react";
import { useIsMobile } from "../lib/breakpoint.ts";
import { Card } from "./card.tsx";
import { classNames } from "./class-names.ts";
import { LoadingRegion, Skeleton } from "./skeleton.tsx";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  cell(row: Row): ReactNode;
  /** Figures are aligned to the end of their column, so that digits line up. */
  readonly align?: "start" | "end";
  /** The column that names the row: its heading in the table, the card's title on a phone. */
  readonly isTitle?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  isLoading?: boolean;
  empty?: ReactNode;
}

const SKELETON_ROWS = ["first", "second", "third"] as const;

function WideTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const cellClass = (column: Column<Row>) => classNames("px-5 py-3.5", column.align === "end" && "text-right");
  return (
    <Card className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classNames(cellClass(column), "font-medium whitespace-nowrap")}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="animate-fade">
              {columns.map((column) =>
                column.isTitle ? (
                  <th key={column.id} scope="row" className={classNames(cellClass(column), "font-semibold")}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={cellClass(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function CardList<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const title = columns.find((column) => column.isTitle);
  const others = columns.filter((column) => column !== title);
  return (
    <ul aria-label={caption} className="grid gap-3">
      {rows.map((row) => (
        <li key={rowKey(row)} className="animate-fade">
          <Card className="grid gap-3 p-5">
            {title && <div className="font-semibold">{title.cell(row)}</div>}
            <dl className="figures grid gap-2.5 text-sm">
              {others.map((column) => (
                <div key={column.id} className="flex items-baseline justify-between gap-6">
                  <dt className="text-muted">{column.header}</dt>
                  <dd className="text-right">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const isMobile = useIsMobile();
  if (props.isLoading) {
    return (
      <LoadingRegion label={`Loading ${props.caption}`}>
        <Card className="grid gap-5 p-5">
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} className={isMobile ? "h-24" : "h-6"} />
          ))}
        </Card>
      </LoadingRegion>
    );
  }
  if (props.rows.length === 0 && props.empty) return <Card>{props.empty}</Card>;
  return isMobile ? <CardList {...props} /> : <WideTable {...props} />;
}
