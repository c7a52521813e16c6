import { ORDER_ROWS_MAX } from "@vriddhi/core/back-office/order-row";
import { useState } from "react";
import { useIsMobile } from "../../../lib/breakpoint.ts";
import { formatPaise } from "../../../lib/format.ts";
import { paiseOf } from "../../../lib/format-subscription.ts";
import { useMarketClock } from "../../../lib/market-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Distribution } from "./distribution.tsx";
import { LastPlacement } from "./last-placement.tsx";
import { addOrder, canAddOrder, changeOrder, lacksBasics, type OrderDraft, removeOrder, sumOf } from "./order-draft.ts";
import { type OrderPrices, useOrderPrices } from "./order-prices.ts";
import { OrderRow, ROW_GRID, ShutOrderRow } from "./order-row.tsx";
import { orderTexts } from "./orders.texts.ts";
import { useOrderPanel } from "./use-order-panel.ts";

const HEADS = [
  orderTexts.symbol,
  orderTexts.quantity,
  orderTexts.orderType,
  orderTexts.positionType,
  orderTexts.limitPrice,
  orderTexts.scheduleType,
  orderTexts.scheduledAt,
] as const;

/** The fields have their own labels; these are visual only. */
function Heads() {
  return (
    <div className={classNames("hidden h-7 items-center @min-[58rem]:grid", ROW_GRID)} aria-hidden="true">
      <span />
      {HEADS.map((head) => (
        <span key={head} className="truncate text-xs font-medium text-muted">
          {head}
        </span>
      ))}
    </div>
  );
}

function Sum({ rows, prices }: { rows: readonly OrderDraft[]; prices: OrderPrices }) {
  const { orders, shares, rupees } = sumOf(rows, (symbol) => prices.get(symbol)?.price ?? null);
  const amount = rupees === null ? null : formatPaise(paiseOf(rupees), "none");
  return (
    <p className="figures text-xs text-muted max-md:order-first">
      <b className="font-semibold text-text">{orderTexts.orders(orders)}</b> · {orderTexts.shares(shares)}
      {" · "}
      {amount === null ? (
        orderTexts.valueUnknown
      ) : (
        <b className="font-semibold text-text">{orderTexts.about(amount)}</b>
      )}
    </p>
  );
}

type OrderPanelState = ReturnType<typeof useOrderPanel>;

interface PanelProps {
  panel: OrderPanelState;
  prices: OrderPrices;
}

function Rows({ panel, prices }: PanelProps) {
  const { rows, setRows, showsFaults } = panel;
  const isMobile = useIsMobile();
  const [opened, setOpened] = useState<number | null>(null);
  const reading = useMarketClock();
  const openKey = rows.some(({ key }) => key === opened) ? opened : rows.at(-1)?.key;
  return (
    <ol>
      {rows.map((row, index) => (
        <li key={row.key}>
          {isMobile && row.key !== openKey && !showsFaults ? (
            <ShutOrderRow number={index + 1} row={row} onOpen={() => setOpened(row.key)} />
          ) : (
            <OrderRow
              number={index + 1}
              row={row}
              price={prices.get(row.symbol.trim())}
              showsFaults={showsFaults}
              canRemove={rows.length > 1}
              earliest={reading?.now ?? Date.now()}
              onChange={(changes) => setRows(changeOrder(rows, row.key, changes))}
              onRemove={() => setRows(removeOrder(rows, row.key))}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function Actions({ panel, prices }: PanelProps) {
  const { rows, setRows, isPlacing, isPreviewing, askPreview, place } = panel;
  const isIncomplete = lacksBasics(rows);
  return (
    <footer className="mt-auto grid gap-2.5 border-t border-line px-4 py-3.5 md:flex md:flex-wrap md:items-center">
      <Button
        className="md:h-10 md:px-4 md:text-sm"
        disabled={!canAddOrder(rows)}
        onClick={() => setRows(addOrder(rows))}
      >
        {orderTexts.add}
      </Button>
      <Sum rows={rows} prices={prices} />
      <Button
        className="md:ml-auto md:h-10 md:px-4 md:text-sm"
        disabled={isIncomplete}
        isBusy={isPreviewing}
        onClick={askPreview}
      >
        {orderTexts.preview}
      </Button>
      <Button
        variant="primary"
        className="md:h-10 md:px-4 md:text-sm"
        disabled={isIncomplete || isPlacing}
        aria-busy={isPlacing || undefined}
        onClick={place}
      >
        {isPlacing && <Spinner className="size-4" />}
        {isPlacing ? orderTexts.placing : orderTexts.place}
      </Button>
    </footer>
  );
}

export function OrderPanel() {
  const panel = useOrderPanel();
  const prices = useOrderPrices(panel.rows);
  return (
    <>
      <Panel
        title={orderTexts.title}
        note={orderTexts.note}
        action={<p className="text-xs text-muted">{orderTexts.rows(panel.rows.length, ORDER_ROWS_MAX)}</p>}
      >
        <div className="xl:grid xl:grid-cols-[minmax(0,1fr)_20.75rem]">
          <div className="@container flex flex-col">
            <Heads />
            <Rows panel={panel} prices={prices} />
            <Actions panel={panel} prices={prices} />
          </div>
          <div className="border-line bg-raised/38 max-xl:border-t xl:border-l">
            <Distribution preview={panel.preview} onClose={panel.closePreview} />
          </div>
        </div>
      </Panel>
      <LastPlacement last={panel.last} />
      <ConfirmDialog
        open={panel.farLimits !== null}
        onOpenChange={panel.dropFarLimits}
        title={orderTexts.farTitle}
        body={<span className="figures whitespace-pre-line">{panel.farLimits}</span>}
        cancelLabel={orderTexts.farBack}
        confirmLabel={orderTexts.farPlace}
        tone="danger"
        isBusy={panel.isPlacing}
        onConfirm={panel.confirmFarLimits}
      />
    </>
  );
}
