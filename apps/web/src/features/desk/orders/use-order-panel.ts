import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../../lib/api.ts";
import { RequestKeys } from "../../../lib/request-keys.ts";
import { sayAtDesk } from "../desk-toast.ts";
import type { Preview } from "./distribution.tsx";
import { faultOfDraft, freshOrder, isPreviewable, type OrderDraft, toOrderBody } from "./order-draft.ts";
import { orderToasts, placementTexts } from "./orders.texts.ts";

/** Beyond these the card below the panel lists the rest. */
const ERROR_TOASTS_MAX = 20;
/** The server answers within 30 s, also about unknown outcomes. */
const PLACE_TIMEOUT_MS = 45_000;

const CHANGED_BY_ORDERS = ["/api/scheduled-orders", "/api/admin/placements", "/api/admin/second-admin"] as const;

type PlacementReply = Reply<"POST", "/api/admin/place-bulk-orders">;

const detailOf = (cause: unknown): string | null => (cause instanceof ApiError ? cause.detail : null);

/** C8.7: the sum first, then what is not filled, then each error. */
function showOutcome(reply: PlacementReply): void {
  const { success, successful_orders, total_orders, errors } = reply;
  if (success) sayAtDesk("success", orderToasts.placed(successful_orders, total_orders));
  else sayAtDesk("warning", orderToasts.partly(successful_orders, total_orders));
  if (reply.working_orders + reply.cancelled_orders > 0) sayAtDesk("warning", placementTexts.ends(reply));
  for (const error of errors.slice(0, ERROR_TOASTS_MAX)) sayAtDesk("error", error);
  if (errors.length > ERROR_TOASTS_MAX) sayAtDesk("error", orderToasts.more(errors.length - ERROR_TOASTS_MAX));
}

/** A second press must not resend orders that may have been sent. */
const hasBegun = (reply: PlacementReply): boolean =>
  reply.success || reply.successful_orders > 0 || reply.unknown_orders > 0 || reply.waiting_id !== null;

const isFarLimit = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && cause.code === "limit_far_through";

interface PlacementRequest {
  readonly orders: ReturnType<typeof toOrderBody>[];
  readonly confirm_far_limits?: true;
}

export interface LastReply {
  readonly reply: PlacementReply;
  readonly atMs: number;
}

function usePreview() {
  const [preview, setPreview] = useState<Preview | null>(null);
  const previewing = useMutation({
    mutationFn: (first: OrderDraft) => {
      const body = { symbol: first.symbol.trim(), total_quantity: Number(first.quantity) };
      return adminApi("POST", "/api/admin/order-preview", { body });
    },
    onSuccess: (reply, first) => setPreview({ symbol: first.symbol.trim(), quantity: Number(first.quantity), reply }),
    onError: (cause) => sayAtDesk("error", detailOf(cause) ?? orderToasts.previewFailed),
  });
  return { preview, setPreview, previewing };
}

export function useOrderPanel() {
  const [rows, setRows] = useState<readonly OrderDraft[]>(() => [freshOrder(1)]);
  const [showsFaults, setShowsFaults] = useState(false);
  /** The server's confirmation: a line for each row whose limit is far through the market. */
  const [farLimits, setFarLimits] = useState<string | null>(null);
  const [last, setLast] = useState<LastReply | null>(null);
  const { preview, setPreview, previewing } = usePreview();
  const [keys] = useState(() => new RequestKeys());
  const queries = useQueryClient();
  const reset = () => {
    setRows((before) => [freshOrder(Math.max(...before.map(({ key }) => key)) + 1)]);
    setPreview(null);
    setShowsFaults(false);
  };
  const placing = useMutation({
    mutationFn: (body: PlacementRequest) =>
      adminApi("POST", "/api/admin/place-bulk-orders", {
        body,
        idempotencyKey: keys.of(body),
        timeoutMs: PLACE_TIMEOUT_MS,
      }),
    onSuccess: (reply, body) => {
      showOutcome(reply);
      setLast({ reply, atMs: Date.now() });
      keys.answered(body);
      if (hasBegun(reply)) reset();
    },
    onError: (cause, body) => {
      keys.failed(body, cause);
      if (isFarLimit(cause)) return;
      sayAtDesk("error", detailOf(cause) ?? orderToasts.placeFailed);
    },
    onSettled: (_, cause) => {
      setFarLimits(isFarLimit(cause) ? detailOf(cause) : null);
      for (const path of CHANGED_BY_ORDERS) void queries.invalidateQueries({ queryKey: ["desk", path] });
    },
  });
  /** C5.9: the preview is of the first row. */
  const askPreview = () => {
    const [first] = rows;
    if (first === undefined || previewing.isPending) return;
    if (isPreviewable(rows)) return previewing.mutate(first);
    setShowsFaults(true);
    sayAtDesk("error", orderToasts.incomplete);
  };
  const place = () => {
    if (placing.isPending) return;
    const fault = faultOfDraft(rows);
    if (fault === null) return placing.mutate({ orders: rows.map(toOrderBody) });
    setShowsFaults(true);
    sayAtDesk("error", orderToasts[fault]);
  };
  const confirmFarLimits = () => {
    if (!placing.isPending) placing.mutate({ orders: rows.map(toOrderBody), confirm_far_limits: true });
  };
  return {
    rows,
    setRows,
    farLimits,
    confirmFarLimits,
    dropFarLimits: () => setFarLimits(null),
    preview,
    closePreview: () => setPreview(null),
    showsFaults,
    last,
    place,
    askPreview,
    isPlacing: placing.isPending,
    isPreviewing: previewing.isPending,
  };
}
