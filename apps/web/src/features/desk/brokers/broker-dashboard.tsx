import { useQueryClient } from "@tanstack/react-query";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import ArrowDownWideNarrow from "lucide-react/icons/arrow-down-wide-narrow";
import ArrowUpNarrowWide from "lucide-react/icons/arrow-up-narrow-wide";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Content, List, Root, Trigger } from "radix-ui/tabs";
import { useDeferredValue, useState } from "react";
import { adminRead } from "../../../lib/admin-api.ts";
import { instantOf } from "../../../lib/format.ts";
import { useRowWindow } from "../../../lib/row-window.ts";
import { useMatches } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Select } from "../../../ui/select.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { ShownTime } from "../shown-time.tsx";
import {
  type Choice,
  FIRST_CHOICE,
  isNarrow,
  type SortBy,
  useBrokerCounts,
  useBrokerList,
  useForcedRefresh,
  useUsersWithErrors,
} from "./broker-list.ts";
import { BrokerCards, BrokerTable, CARD_PX, TABLE_ROW_PX } from "./broker-rows.tsx";
import { brokerTexts } from "./brokers.texts.ts";
import { useBrokerActions } from "./use-broker-actions.ts";

const TABS: readonly BrokerName[] = [...brokerNames].reverse();
const SORTS = (["name", "last_sync", "capital_amount"] as const).map((value) => ({
  value,
  label: brokerTexts.sorts[value],
}));
const WIDE_QUERY = "(width >= 64rem)";

interface PartProps {
  choice: Choice;
  onChoose(changes: Partial<Choice>): void;
}

function Tools({ choice, onChoose }: PartProps) {
  const refresh = useForcedRefresh(choice);
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void refresh().finally(() => setBusy(false));
  };
  const Arrow = choice.isAscending ? ArrowUpNarrowWide : ArrowDownWideNarrow;
  return (
    <>
      <TextField
        label={brokerTexts.search}
        type="search"
        autoComplete="off"
        placeholder={brokerTexts.search}
        value={choice.search}
        onChange={({ target }) => onChoose({ search: target.value })}
        className="w-52 max-md:w-full [&>label]:sr-only [&_input]:h-11 md:[&_input]:h-10 md:[&_input]:px-3 md:[&_input]:text-sm"
      />
      <Select
        label={brokerTexts.sortBy}
        isLabelHidden
        options={SORTS}
        value={choice.sortBy}
        onValueChange={(sortBy: SortBy) => onChoose({ sortBy })}
        className="w-44 max-md:grow [&_button]:h-11 md:[&_button]:h-10 md:[&_button]:px-3 md:[&_button]:text-sm"
      />
      <Button
        size="sm"
        className="size-10! px-0! max-md:size-11!"
        aria-label={brokerTexts.orderLabel(choice.isAscending)}
        onClick={() => onChoose({ isAscending: !choice.isAscending })}
      >
        <Arrow className="size-4.5" aria-hidden="true" />
      </Button>
      <Button size="sm" className="h-10! max-md:size-11! max-md:px-0!" isBusy={isBusy} onClick={press}>
        <RefreshCw className="size-4" aria-hidden="true" />
        <span className="max-md:sr-only">{brokerTexts.refresh}</span>
      </Button>
    </>
  );
}

function TabLabel({ broker }: { broker: BrokerName }) {
  const { data } = useBrokerCounts(broker);
  return (
    <>
      {brokerTitles[broker]}
      {data && (
        <span
          className={classNames(
            "figures text-xs",
            data.connected_users < data.total_users ? "text-warn" : "text-muted",
          )}
        >
          {data.connected_users.toLocaleString("en-IN")}/{data.total_users.toLocaleString("en-IN")}
        </span>
      )}
    </>
  );
}

function Counts({ choice, onChoose }: PartProps) {
  const { data } = useBrokerCounts(choice.broker);
  const { data: withErrors } = useUsersWithErrors(choice.broker);
  const errors = withErrors?.users.length ?? 0;
  const item = "max-md:grid md:flex md:gap-1.5";
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:w-full max-md:px-4 max-md:py-3 md:ml-auto">
      {(errors > 0 || choice.isOnlyErrors) && (
        <button
          type="button"
          aria-pressed={choice.isOnlyErrors}
          onClick={() => onChoose({ isOnlyErrors: !choice.isOnlyErrors })}
          className={classNames(
            "thumb inline-flex h-8 items-center justify-center gap-2 rounded-md border border-warn px-3 text-xs font-semibold text-warn max-md:h-11 max-md:w-full",
            choice.isOnlyErrors && "bg-warm",
          )}
        >
          <TriangleAlert className="size-4" aria-hidden="true" />
          {brokerTexts.needYou(errors)}
        </button>
      )}
      <dl className="figures flex gap-x-5 text-xs max-md:w-full max-md:justify-between">
        <div className={item}>
          <dt className="text-muted">{brokerTexts.total}</dt>
          <dd className="font-semibold">{data?.total_users.toLocaleString("en-IN") ?? brokerTexts.none}</dd>
        </div>
        <div className={item}>
          <dt className="text-muted">{brokerTexts.connected}</dt>
          <dd className="font-semibold">{data?.connected_users.toLocaleString("en-IN") ?? brokerTexts.none}</dd>
        </div>
        <div className={item}>
          <dt className="text-muted">{brokerTexts.updated}</dt>
          <dd className="font-semibold">{data ? <ShownTime at={instantOf(data.last_updated)} /> : brokerTexts.none}</dd>
        </div>
      </dl>
    </div>
  );
}

const emptyTitleOf = ({ isOnlyErrors, search }: Choice): string => {
  if (search.trim() !== "") return brokerTexts.noneFound;
  return isOnlyErrors ? brokerTexts.noneNeedsYou : brokerTexts.empty;
};

function People({ choice, canAct }: { choice: Choice; canAct: boolean }) {
  const isWide = useMatches(WIDE_QUERY);
  const { data } = useBrokerCounts(choice.broker);
  const total = data?.total_users ?? 0;
  const [narrowCount, setNarrowCount] = useState(0);
  const isPart = isNarrow(choice);
  const { list, first, end } = useRowWindow(isPart ? narrowCount : total, isWide ? TABLE_ROW_PX : CARD_PX);
  const rows = useBrokerList(choice, total, { first, end });
  const acting = useBrokerActions(choice.broker);
  /** Rows that tick at once are drawn in small steps, so that the page stays responsive. */
  const source = useDeferredValue(rows.source);
  if (isPart && rows.count !== narrowCount) setNarrowCount(rows.count);
  const Rows = isWide ? BrokerTable : BrokerCards;
  return (
    <div ref={list} className="[overflow-anchor:none]">
      {rows.isPending && (
        <LoadingRegion label={brokerTexts.loading}>
          <div className="grid gap-4 p-4">
            <Skeleton className="h-6" />
            <Skeleton className="h-6" />
            <Skeleton className="h-6" />
          </div>
        </LoadingRegion>
      )}
      {rows.isFailed && <ErrorState title={brokerTexts.failed} level={3} onRetry={rows.retry} />}
      {!rows.isPending && !rows.isFailed && rows.count === 0 && (
        <EmptyState title={emptyTitleOf(choice)} level={3} className="py-8" />
      )}
      {!rows.isPending && !rows.isFailed && rows.count > 0 && (
        <Rows
          broker={choice.broker}
          count={rows.count}
          first={first}
          end={Math.min(end, rows.count)}
          source={source}
          acting={acting}
          canAct={canAct}
        />
      )}
    </div>
  );
}

export function BrokerDashboard({ canAct }: { canAct: boolean }) {
  const [choice, setChoice] = useState<Choice>(FIRST_CHOICE);
  /** Typing has priority, the list follows. */
  const shown = useDeferredValue(choice);
  const queries = useQueryClient();
  const choose = (changes: Partial<Choice>) => {
    setChoice({ ...choice, ...changes });
    if (changes.search !== undefined || changes.isOnlyErrors !== undefined) return;
    // C4.13: capital is read again when broker or sort change
    void queries.invalidateQueries({ queryKey: adminRead("/api/admin/active-users-capital-sum").queryKey });
  };
  const chooseBroker = (broker: string) => choose({ broker: broker as BrokerName });
  return (
    <Panel title={brokerTexts.title} action={<Tools choice={choice} onChoose={choose} />}>
      <Root value={choice.broker} onValueChange={chooseBroker}>
        <div className="flex flex-wrap items-center border-b border-line md:px-4">
          <List
            aria-label={brokerTexts.tabs}
            className="flex gap-5 overflow-x-auto max-md:w-full max-md:border-b max-md:border-line max-md:px-4"
          >
            {TABS.map((broker) => (
              <Trigger
                key={broker}
                value={broker}
                className="-mb-px flex h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent font-medium text-muted outline-offset-[-2px] hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text"
              >
                <TabLabel broker={broker} />
              </Trigger>
            ))}
          </List>
          <Counts choice={choice} onChoose={choose} />
        </div>
        {TABS.map((broker) => (
          <Content key={broker} value={broker} tabIndex={-1}>
            {broker === shown.broker && <People choice={shown} canAct={canAct} />}
          </Content>
        ))}
      </Root>
    </Panel>
  );
}
