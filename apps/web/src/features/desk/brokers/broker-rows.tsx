import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { memo } from "react";
import { formatRupees } from "../../../lib/format-subscription.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import {
  CapitalStatus,
  ErrorText,
  LastSync,
  LinkAction,
  type RowProps,
  StatusBadge,
  StrategyToggle,
} from "./broker-cells.tsx";
import { type BrokerUser, type RowSource, rowAt } from "./broker-list.ts";
import { brokerTexts } from "./brokers.texts.ts";
import type { BrokerActionState } from "./use-broker-actions.ts";

export const TABLE_ROW_PX = 45;
export const CARD_PX = 205;

const { columns } = brokerTexts;

export interface RowsProps {
  broker: BrokerName;
  count: number;
  first: number;
  end: number;
  source: RowSource;
  acting: BrokerActionState;
  canAct: boolean;
}

const indexesOf = ({ first, end }: Pick<RowsProps, "first" | "end">): readonly number[] =>
  Array.from({ length: end - first }, (_, step) => first + step);

const partOf = ({ actions, noteOf, busyOf }: BrokerActionState, { user_id }: BrokerUser) => ({
  actions,
  note: noteOf(user_id),
  busy: busyOf(user_id),
});

const actOf = ({ user, actions, busy, canAct }: RowProps) => ({
  userId: user.user_id,
  username: user.username,
  actions,
  busy,
  canAct,
});

const CELL = "px-3 first:pl-4 last:pr-4 last:text-right";

const TableRow = memo(function TableRow({ index, ...row }: RowProps & { index: number }) {
  const { user } = row;
  return (
    <tr aria-rowindex={index + 2} className="h-[45px] border-t border-line">
      <th scope="row" className={classNames(CELL, "text-left font-normal")}>
        <span className="block truncate" title={user.email}>
          <b className="font-semibold">{user.username}</b>
        </span>
      </th>
      <td className={CELL}>
        <StatusBadge status={user.status} />
      </td>
      <td className={classNames(CELL, "text-right whitespace-nowrap")}>{formatRupees(user.capital_amount)}</td>
      <td className={CELL}>
        <CapitalStatus isActive={user.is_capital_active} />
      </td>
      <td className={CELL}>
        <StrategyToggle {...actOf(row)} isActive={user.is_strategy_active} note={row.note} />
      </td>
      <td className={CELL}>
        <LastSync at={user.last_sync} />
      </td>
      <td className={classNames(CELL, "text-xs leading-4")}>
        <ErrorText stored={user.error_message} note={row.note} />
      </td>
      <td className={CELL}>
        <LinkAction {...actOf(row)} broker={row.broker} status={user.status} />
      </td>
    </tr>
  );
});

function WaitingRow({ index }: { index: number }) {
  return (
    <tr aria-rowindex={index + 2} className="h-[45px] border-t border-line">
      <td colSpan={8} className="px-4">
        <Skeleton className="h-4 w-2/3" />
      </td>
    </tr>
  );
}

const HEADS: readonly (readonly [title: string, className: string])[] = [
  [columns.user, "w-[22%] text-left"],
  [columns.status, "w-36 text-left"],
  [columns.capital, "w-34 text-right"],
  [columns.capitalStatus, "w-28 text-left"],
  [columns.strategy, "w-44 text-left"],
  [columns.sync, "w-36 text-left"],
  [columns.error, "text-left"],
  [columns.actions, "w-34 text-right"],
];

/** The table from 1024 px on: ten thousand users, some forty rows in the document. */
export const BrokerTable = memo(function BrokerTable(props: RowsProps) {
  const { count, first, end, source, broker, acting, canAct } = props;
  return (
    <table className="w-full table-fixed" aria-rowcount={count + 1}>
      <caption className="sr-only">{brokerTexts.title}</caption>
      <thead>
        <tr aria-rowindex={1} className="h-9">
          {HEADS.map(([title, className]) => (
            <th
              key={title}
              scope="col"
              className={classNames(
                "px-3 text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4",
                className,
              )}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first > 0 && <Space height={first * TABLE_ROW_PX} />}
        {indexesOf(props).map((index) => {
          const user = rowAt(source, index);
          return user === undefined ? (
            <WaitingRow key={index} index={index} />
          ) : (
            <TableRow key={index} index={index} broker={broker} user={user} {...partOf(acting, user)} canAct={canAct} />
          );
        })}
        {end < count && <Space height={(count - end) * TABLE_ROW_PX} />}
      </tbody>
    </table>
  );
});

function Space({ height }: { height: number }) {
  return (
    <tr style={{ height }}>
      <td colSpan={8} />
    </tr>
  );
}

const Card = memo(function Card({ index, count, ...row }: RowProps & { index: number; count: number }) {
  const { user } = row;
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      className="grid h-[205px] content-between border-b border-line px-4 py-3"
    >
      <div className="flex items-center gap-3">
        <b className="min-w-0 grow truncate text-[0.9375rem] font-semibold">{user.username}</b>
        <StatusBadge status={user.status} />
      </div>
      <div className="flex min-h-8 items-center gap-2 text-xs leading-4">
        <span className="text-muted">{columns.error}</span>
        <ErrorText stored={user.error_message} note={row.note} />
      </div>
      <dl className="figures grid grid-cols-[1fr_1fr_auto] gap-2 text-sm">
        <div>
          <dt className="text-[0.75rem] leading-4 text-muted">{columns.capital}</dt>
          <dd>{formatRupees(user.capital_amount)}</dd>
        </div>
        <div>
          <dt className="text-[0.75rem] leading-4 text-muted">{columns.capitalStatus}</dt>
          <dd>
            <CapitalStatus isActive={user.is_capital_active} />
          </dd>
        </div>
        <div>
          <dt className="text-[0.75rem] leading-4 text-muted">{columns.sync}</dt>
          <dd>
            <LastSync at={user.last_sync} />
          </dd>
        </div>
      </dl>
      <div className="flex items-center justify-between gap-3">
        <StrategyToggle {...actOf(row)} isActive={user.is_strategy_active} note={row.note} />
        <LinkAction {...actOf(row)} broker={row.broker} status={user.status} />
      </div>
    </li>
  );
});

export const BrokerCards = memo(function BrokerCards(props: RowsProps) {
  const { count, first, end, source, broker, acting, canAct } = props;
  return (
    <ul
      aria-label={brokerTexts.title}
      style={{ paddingTop: first * CARD_PX, paddingBottom: (count - end) * CARD_PX }}
      className="border-t border-line"
    >
      {indexesOf(props).map((index) => {
        const user = rowAt(source, index);
        return user === undefined ? (
          <li key={index} className="grid h-[205px] content-center border-b border-line px-4">
            <Skeleton className="h-24" />
          </li>
        ) : (
          <Card
            key={index}
            index={index}
            count={count}
            broker={broker}
            user={user}
            {...partOf(acting, user)}
            canAct={canAct}
          />
        );
      })}
    </ul>
  );
});
