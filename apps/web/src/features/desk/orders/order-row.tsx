import { LIMIT_PRICE_MIN, LIMIT_PRICE_STEP, TOTAL_QUANTITY_MIN } from "@vriddhi/core/back-office/order-form";
import ChevronDown from "lucide-react/icons/chevron-down";
import { formatPaise } from "../../../lib/format.ts";
import { paiseOf } from "../../../lib/format-subscription.ts";
import { classNames } from "../../../ui/class-names.ts";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { faultsOf, type OrderDraft, type OrderField, rowValueOf, toLocalInput } from "./order-draft.ts";
import type { OrderPrice } from "./order-prices.ts";
import { orderTexts } from "./orders.texts.ts";
import { SideBadge } from "./side-badge.tsx";

/** One line where the panel is wide enough, two lines of four on a tablet, pairs on a phone. */
export const ROW_GRID =
  "@min-[58rem]:grid-cols-[1.125rem_1.15fr_1fr_6rem_7.9rem_0.95fr_7.4rem_11.5rem_4rem] @min-[58rem]:gap-2 @min-[58rem]:px-3";

/** The kit's fields in a dense size; on a phone they keep the thumb's size. */
const DENSE =
  "min-w-0 grid-cols-[minmax(0,1fr)] gap-1 [&>label]:text-xs [&>label]:text-muted [&>span:first-child]:text-xs [&>span:first-child]:text-muted [&_button]:gap-1 [&_button]:px-3 md:[&_input]:h-10 md:[&_input]:px-3 md:[&_input]:text-sm md:[&_button]:h-10 md:[&_button]:gap-1.5 md:[&_button]:px-2.5 md:[&_button]:text-sm";
/** In one line the column heads are the labels. */
const UNNAMED = "@min-[58rem]:[&>label]:sr-only @min-[58rem]:[&>span:first-child]:sr-only";
const FIELD = `${DENSE} ${UNNAMED}`;

const optionsOf = <Choice extends string>(labels: Readonly<Record<Choice, string>>) =>
  (Object.keys(labels) as Choice[]).map((value) => ({ value, label: labels[value] }));

const orderTypes = optionsOf<"market" | "limit">(orderTexts.orderTypes);
const positionTypes = optionsOf<"long" | "short">(orderTexts.positionTypes);
const scheduleTypes = optionsOf<"immediate" | "scheduled">(orderTexts.scheduleTypes);

interface OrderRowProps {
  number: number;
  row: OrderDraft;
  /** The share's current price; `undefined`: not read yet. */
  price: OrderPrice | undefined;
  showsFaults: boolean;
  canRemove: boolean;
  /** The earliest time that can be chosen, in milliseconds. */
  earliest: number;
  onChange(changes: Partial<OrderDraft>): void;
  onRemove(): void;
}

/** A field that does not apply is a dash, so that columns never jump. */
function NotApplicable() {
  return (
    <span className="hidden pl-3 text-muted @min-[58rem]:block" aria-hidden="true">
      {orderTexts.none}
    </span>
  );
}

function Price({ row, error, onChange }: Pick<OrderRowProps, "row" | "onChange"> & { error: string | undefined }) {
  if (row.orderType !== "limit") return <NotApplicable />;
  return (
    <TextField
      label={orderTexts.limitPrice}
      type="number"
      inputMode="decimal"
      step={LIMIT_PRICE_STEP}
      min={LIMIT_PRICE_MIN}
      value={row.limitPrice}
      error={error}
      className={classNames(FIELD, "[&_input]:text-right")}
      onChange={({ target }) => onChange({ limitPrice: target.value })}
    />
  );
}

function When({ row, earliest, error, onChange }: Omit<OrderRowProps, "onRemove"> & { error: string | undefined }) {
  if (row.scheduleType !== "scheduled") return <NotApplicable />;
  return (
    <TextField
      label={orderTexts.scheduledAt}
      type="datetime-local"
      min={toLocalInput(earliest)}
      value={row.scheduledAt}
      error={error}
      className={classNames(FIELD, "max-md:col-span-2 @max-[36rem]:col-span-2")}
      onChange={({ target }) => onChange({ scheduledAt: target.value })}
    />
  );
}

function Basics({ row, errorOf, onChange }: Pick<OrderRowProps, "row" | "onChange"> & { errorOf: ErrorOf }) {
  return (
    <>
      <TextField
        label={orderTexts.symbol}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        value={row.symbol}
        error={errorOf("symbol")}
        className={classNames(FIELD, "[&_input]:font-semibold")}
        onChange={({ target }) => onChange({ symbol: target.value.toUpperCase() })}
      />
      <TextField
        label={orderTexts.quantity}
        type="number"
        inputMode="numeric"
        min={TOTAL_QUANTITY_MIN}
        step={1}
        value={row.quantity}
        error={errorOf("quantity")}
        className={classNames(FIELD, "[&_input]:text-right")}
        onChange={({ target }) => onChange({ quantity: target.value })}
      />
    </>
  );
}

const exact = (rupees: number): string => formatPaise(paiseOf(rupees), "always");

function MarketLine({ row, price }: Pick<OrderRowProps, "row" | "price">) {
  if (price === undefined) return null;
  const value = rowValueOf(row, price.price);
  const parts = [
    price.price === null ? orderTexts.noPrice : orderTexts.market(exact(price.price)),
    price.lowest !== null && price.highest !== null && orderTexts.permitted(exact(price.lowest), exact(price.highest)),
    value !== null && orderTexts.value(formatPaise(paiseOf(value), "none")),
  ];
  return (
    <p className="figures col-span-full text-xs text-muted @min-[58rem]:col-start-2">
      {parts.filter(Boolean).join(" · ")}
    </p>
  );
}

type ErrorOf = (field: OrderField) => string | undefined;

export function OrderRow(props: OrderRowProps) {
  const { number, row, showsFaults, canRemove, onChange, onRemove } = props;
  const faults = showsFaults ? faultsOf(row) : [];
  const errorOf: ErrorOf = (field) => (faults.includes(field) ? orderTexts.faults[field] : undefined);
  return (
    <fieldset
      className={classNames(
        "relative grid grid-cols-2 items-start gap-x-3 gap-y-2.5 border-t border-line px-4 py-3 @min-[36rem]:grid-cols-4 @min-[58rem]:py-1.5",
        ROW_GRID,
      )}
    >
      <legend className="sr-only">{orderTexts.order(number)}</legend>
      <span className="col-span-full -my-1 flex h-9 items-center text-xs font-semibold text-muted @min-[58rem]:col-span-1 @min-[58rem]:my-0 @min-[58rem]:h-10 @min-[58rem]:font-normal">
        <span className="@min-[58rem]:hidden">{orderTexts.order(number)}</span>
        <span className="hidden @min-[58rem]:inline" aria-hidden="true">
          {number}
        </span>
      </span>
      <Basics row={row} errorOf={errorOf} onChange={onChange} />
      <Select
        label={orderTexts.orderType}
        options={orderTypes}
        value={row.orderType}
        onValueChange={(orderType) => onChange({ orderType })}
        className={FIELD}
      />
      <Select
        label={orderTexts.positionType}
        options={positionTypes}
        value={row.positionType}
        onValueChange={(positionType) => onChange({ positionType })}
        className={FIELD}
      />
      <div className="contents @min-[58rem]:flex @min-[58rem]:min-h-10 @min-[58rem]:items-center @min-[58rem]:*:grow">
        <Price row={row} error={errorOf("price")} onChange={onChange} />
      </div>
      <Select
        label={orderTexts.scheduleType}
        options={scheduleTypes}
        value={row.scheduleType}
        onValueChange={(scheduleType) => onChange({ scheduleType })}
        className={FIELD}
      />
      <div className="contents @min-[58rem]:flex @min-[58rem]:min-h-10 @min-[58rem]:items-center @min-[58rem]:*:grow">
        <When {...props} error={errorOf("time")} />
      </div>
      <MarketLine row={row} price={props.price} />
      {canRemove && (
        <button
          type="button"
          aria-label={orderTexts.removeOrder(number)}
          onClick={onRemove}
          className="absolute top-1.5 right-2 h-11 rounded-md px-2 text-xs font-semibold text-muted hover:text-text @min-[58rem]:static @min-[58rem]:h-10"
        >
          {orderTexts.remove}
        </button>
      )}
    </fieldset>
  );
}

/** On a phone only the row that is being edited is open. */
export function ShutOrderRow({ number, row, onOpen }: { number: number; row: OrderDraft; onOpen(): void }) {
  const price = row.orderType === "limit" && row.limitPrice !== "" ? ` ₹${row.limitPrice}` : "";
  const when = row.scheduleType === "scheduled" && row.scheduledAt !== "" ? ` · ${row.scheduledAt.slice(11)}` : "";
  return (
    <button
      type="button"
      aria-label={orderTexts.editOrder(number)}
      onClick={onOpen}
      className="grid min-h-17 w-full grid-cols-[1fr_auto] items-center gap-x-3 border-t border-line px-4 text-left"
    >
      <span className="flex items-center gap-2 font-semibold">
        {row.symbol === "" ? orderTexts.empty : row.symbol}
        <SideBadge side={row.positionType} />
      </span>
      <ChevronDown className="row-span-2 size-4.5 text-muted" aria-hidden="true" />
      <span className="figures text-xs text-muted">
        {orderTexts.shares(Number(row.quantity) || 0)} · {orderTexts.orderTypes[row.orderType]}
        {price}
        {when}
      </span>
    </button>
  );
}
