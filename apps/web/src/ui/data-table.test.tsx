import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { type Column, DataTable } from "./data-table.tsx";

afterEach(cleanup);

interface Row {
  readonly user: string;
  readonly capital: string;
}

const columns: readonly Column<Row>[] = [
  { id: "user", header: "User", isTitle: true, cell: (row) => row.user },
  { id: "capital", header: "Capital Amount", align: "end", cell: (row) => row.capital },
];
const rows: readonly Row[] = [{ user: "Asha", capital: "₹50,000" }];

function showAt(width: number, shown: readonly Row[] = rows) {
  const matches = width < 768;
  vi.stubGlobal("matchMedia", () => ({ matches, addEventListener() {}, removeEventListener() {} }));
  render(
    <DataTable caption="Users" columns={columns} rows={shown} rowKey={(row) => row.user} empty={<p>No users yet</p>} />,
  );
}

it("is a table where there is room", () => {
  showAt(1440);
  const table = screen.getByRole("table", { name: "Users" });
  expect(within(table).getByRole("rowheader", { name: "Asha" })).toBeDefined();
  expect(within(table).getByRole("cell", { name: "₹50,000" })).toBeDefined();
});

it("[A4.10] becomes cards under 768 px", () => {
  showAt(767);
  expect(screen.queryByRole("table")).toBeNull();
  const list = screen.getByRole("list", { name: "Users" });
  expect(within(list).getByText("Capital Amount")).toBeDefined();
  expect(within(list).getByText("₹50,000")).toBeDefined();
});

it("says when there are no rows", () => {
  showAt(1440, []);
  expect(screen.getByText("No users yet")).toBeDefined();
});
