import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { adminApi } from "../../../lib/admin-api.ts";
import type { Reply } from "../../../lib/api.ts";
import { POLL } from "../../../lib/polling.ts";
import type { OrderDraft } from "./order-draft.ts";

const PATH = "/api/admin/order-prices";
/** No price is requested for a symbol that is still being typed. */
const TYPING_MS = 400;
const SYMBOL = /^[A-Z0-9][A-Z0-9&_-]{0,29}$/;

export type OrderPrice = Reply<"POST", typeof PATH>["prices"][number];
export type OrderPrices = ReadonlyMap<string, OrderPrice>;

function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

export function useOrderPrices(rows: readonly OrderDraft[]): OrderPrices {
  const symbols = new Set(rows.map(({ symbol }) => symbol.trim()).filter((symbol) => SYMBOL.test(symbol)));
  const asked = useTyped([...symbols].toSorted().join(" "));
  const { data } = useQuery({
    queryKey: ["desk", PATH, asked],
    queryFn: ({ signal }) => adminApi("POST", PATH, { body: { symbols: asked.split(" ") }, signal }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    refetchInterval: POLL.scheduledOrdersMs,
  });
  return new Map((data?.prices ?? []).map((price) => [price.symbol, price]));
}
