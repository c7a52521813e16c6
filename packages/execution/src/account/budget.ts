import type { OrderTag } from "@vriddhi/core/order/order";
import type { SpentCall } from "../ports/account-port.ts";
import type { AccountDay } from "../ports/order-store.ts";

/** Calls that count against the broker's limits, as far as rows tell: a restart is no fresh budget. */
export function spentCalls({ orders, commands }: AccountDay, notYetSent: ReadonlySet<OrderTag>): readonly SpentCall[] {
  const placed = orders
    .filter(({ tag }) => !notYetSent.has(tag))
    .flatMap(({ plannedAt, state }) =>
      Array.from({ length: state.attempts }, (): SpentCall => ({ class: "order", at: plannedAt })),
    );
  const commanded = commands
    .filter(({ command }) => command.answer !== "never_sent")
    .map(({ command }): SpentCall => ({ class: "order", at: command.sentAt }));
  return [...placed, ...commanded].toSorted((a, b) => a.at - b.at);
}
