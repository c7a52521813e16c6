import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { brokerLabel } from "./broker-label.ts";
import type { DayPosition } from "./day-types.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.closeTrade;

const STOP_TIMEOUT_MS = 10_000;

/** There is one trade a day: closing it ends the day's run, which is what closes positions. */
export function CloseTrade({ position, broker }: { position: DayPosition; broker: TradingBroker }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api("POST", "/algorithm/stop", {
        body: { broker },
        idempotencyKey: crypto.randomUUID(),
        timeoutMs: STOP_TIMEOUT_MS,
      }),
    onSuccess() {
      showToast("info", texts.sent);
      setOpen(false);
    },
    onError: () => showToast("error", texts.failed),
    onSettled: () => void queries.invalidateQueries(),
  });
  const { symbol, quantity, side } = position;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{todayTexts.position.close}</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={texts.title(symbol)}
        body={texts.body(side === "buy" ? "Sells" : "Buys back", quantity, symbol, brokerLabel(broker))}
        confirmLabel={texts.confirm}
        cancelLabel={texts.cancel}
        tone="danger"
        isBusy={isPending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
