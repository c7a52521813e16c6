import { paise } from "@vriddhi/core/shared/money";
import { memo } from "react";
import { formatIstSeconds, formatPaise, instantOf } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import type { DayOrder } from "./day-types.ts";
import { whyText } from "./order-format.ts";
import { type DayOrders, ordersFileOf } from "./orders-file.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.orders;
const price = (amount: number): string => formatPaise(paise(amount), "always");

function orderText({ side, quantity, symbol, limit_paise: limit, trigger_paise: trigger }: DayOrder): string {
  const kind = trigger === null ? `limit ${price(limit)}` : `stop limit ${price(trigger)}`;
  return `${side === "buy" ? "Buy" : "Sell"} ${quantity} ${symbol}, ${kind}`;
}

const filledText = ({ filled, average_price_paise: average, status }: DayOrder): string =>
  filled === 0 ? texts.statuses[status] : `${filled} at ${price(average)}`;

/** The query cache shares what did not change, so an unchanged order is not drawn again. */
const Row = memo(function Row({ order, why }: { order: DayOrder; why: string }) {
  return (
    <tr className="grid grid-cols-[5.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 px-4 py-3.5 md:table-row md:px-0">
      <td className="figures text-sm whitespace-nowrap text-muted md:px-6 md:py-3.5 md:align-top">
        {formatIstSeconds(instantOf(order.planned_at))}
      </td>
      <th scope="row" className="text-left text-sm font-semibold md:px-2 md:py-3.5 md:align-top">
        {orderText(order)}
      </th>
      <td className="figures col-start-2 text-sm md:px-2 md:py-3.5 md:align-top">{filledText(order)}</td>
      <td className="col-start-2 text-sm text-muted md:px-6 md:py-3.5 md:align-top">{why}</td>
    </tr>
  );
});

function Export({ orders }: { orders: DayOrders }) {
  const save = () => {
    const { name, text } = ordersFileOf(orders);
    saveFile(name, "text/csv", text);
  };
  return (
    <button type="button" onClick={save} className="thumb text-sm font-semibold underline underline-offset-4">
      {texts.export}
    </button>
  );
}

export const OrdersCard = memo(function OrdersCard(props: DayOrders) {
  const { orders } = props;
  return (
    <Card>
      <CardHeader title={texts.title} action={orders.length > 0 && <Export orders={props} />} />
      {orders.length === 0 ? (
        <p className="px-6 py-5 text-sm text-muted">{texts.none}</p>
      ) : (
        <table id="orders" className="block w-full md:table">
          <caption className="sr-only">{texts.caption}</caption>
          <thead className="sr-only md:not-sr-only">
            <tr className="border-b border-line text-left text-sm text-muted">
              {[texts.time, texts.order, texts.filled, texts.why].map((name, n) => (
                <th key={name} scope="col" className={`py-2.5 font-medium ${n === 0 || n === 3 ? "px-6" : "px-2"}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line md:table-row-group">
            {orders.map((order) => (
              <Row key={order.tag} order={order} why={whyText(order, props)} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
});
