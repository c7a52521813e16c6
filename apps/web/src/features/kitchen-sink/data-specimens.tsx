import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { useState } from "react";
import { formatCompactPaise, formatPaise, formatSignedPaise } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Stat, StatList } from "../../ui/stat.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Specimen, SpecimenRow } from "./specimen.tsx";

export function FigureSpecimen() {
  return (
    <Specimen title="Figures">
      <StatList>
        <Stat label="Capital" value={formatPaise(rupees(1_00_000))} note="of your upper band" />
        <Stat label="Today" value={`▲ ${formatSignedPaise(paise(124_850))}`} tone="profit" />
        <Stat label="Yesterday" value={`▼ ${formatSignedPaise(rupees(-310))}`} tone="loss" />
        <Stat label="Window" value={<Countdown seconds={10_800} label="Time left" />} />
      </StatList>
      <SpecimenRow>
        <Sparkline values={[3, 4, 3.4, 5, 4.6, 6.2, 7]} label="Rises from 3 to 7" />
        <Sparkline values={[7, 6, 6.4, 5, 5.2, 3.8, 3]} label="Falls from 7 to 3" />
        <span className="figures text-muted">
          {[1_000, 25_000, 1_00_000, 1_00_00_000].map((amount) => formatCompactPaise(rupees(amount))).join(" · ")}
        </span>
      </SpecimenRow>
    </Specimen>
  );
}

interface SpecimenRowData {
  readonly user: string;
  readonly isConnected: boolean;
  readonly capital: Paise;
  readonly result: Paise;
}

const rows: readonly SpecimenRowData[] = [
  { user: "First specimen", isConnected: true, capital: rupees(50_000), result: paise(41_225) },
  { user: "Second specimen", isConnected: false, capital: rupees(5_00_000), result: rupees(-1_090) },
];

const columns: readonly Column<SpecimenRowData>[] = [
  { id: "user", header: "User", isTitle: true, cell: (row) => row.user },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <Badge tone={row.isConnected ? "info" : "neutral"} hasDot>
        {row.isConnected ? "connected" : "disconnected"}
      </Badge>
    ),
  },
  { id: "capital", header: "Capital Amount", align: "end", cell: (row) => formatPaise(row.capital) },
  {
    id: "result",
    header: "Result",
    align: "end",
    cell: (row) => (
      <span className={row.result < 0 ? "text-loss" : "text-profit"}>{formatSignedPaise(row.result)}</span>
    ),
  },
];

type TableState = "filled" | "loading" | "empty";

function SpecimenTable({ state }: { state: TableState }) {
  return (
    <DataTable
      caption="Specimen users"
      columns={columns}
      rows={state === "filled" ? rows : []}
      rowKey={(row) => row.user}
      isLoading={state === "loading"}
      empty={<EmptyState title="No users yet" level={3} />}
    />
  );
}

export function TableSpecimen() {
  const [state, setState] = useState<TableState>("filled");
  const states = ["filled", "loading", "empty"] as const;
  return (
    <Specimen title="Tabs and table">
      <Tabs
        label="States of the table"
        selected={state}
        onSelect={setState}
        tabs={states.map((id) => ({ id, label: id, panel: <SpecimenTable state={id} /> }))}
      />
    </Specimen>
  );
}
