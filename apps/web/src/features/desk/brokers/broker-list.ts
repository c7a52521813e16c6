import { keepPreviousData, type UseQueryResult, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useMemo } from "react";
import { adminApi, adminRead } from "../../../lib/admin-api.ts";
import type { Reply } from "../../../lib/api.ts";
import { POLL } from "../../../lib/polling.ts";
import type { RowRange } from "../../../lib/row-window.ts";

export type BrokerStatus = Reply<"GET", "/api/admin/broker-status">;
export type BrokerUser = BrokerStatus["users"][number];
export type SortBy = "name" | "last_sync" | "capital_amount";

export interface Choice {
  readonly broker: BrokerName;
  readonly sortBy: SortBy;
  readonly isAscending: boolean;
  readonly isOnlyErrors: boolean;
  readonly search: string;
}

export const FIRST_CHOICE: Choice = {
  broker: "angelone",
  sortBy: "name",
  isAscending: true,
  isOnlyErrors: false,
  search: "",
};

const PAGE_ROWS = 100;
const PATH = "/api/admin/broker-status";
export const brokerStatusKey = ["desk", PATH] as const;

const queryOf = ({ broker, sortBy, isAscending }: Choice) => ({
  broker,
  sort_by: sortBy,
  sort_order: isAscending ? ("asc" as const) : ("desc" as const),
});

/** C4.13: rows on the screen are read again every 30 s. */
const polled = { refetchInterval: POLL.adminBrokerStatusMs, placeholderData: keepPreviousData };

const pageQuestion = (choice: Choice, page: number) =>
  adminRead(PATH, { query: { ...queryOf(choice), limit: PAGE_ROWS, offset: page * PAGE_ROWS } });

const wordOf = ({ search }: Choice) => (search.trim() === "" ? {} : { search: search.trim() });
const errorsOf = ({ isOnlyErrors }: Choice) => (isOnlyErrors ? { status: "error" as const } : {});

/** A filtered list is short enough to be read whole. */
export const isNarrow = ({ isOnlyErrors, search }: Choice): boolean => isOnlyErrors || search.trim() !== "";

export const useBrokerCounts = (broker: BrokerName) =>
  useQuery({ ...adminRead(PATH, { query: { broker, limit: 1 } }), ...polled });

export const useUsersWithErrors = (broker: BrokerName) =>
  useQuery({ ...adminRead(PATH, { query: { broker, status: "error" } }), refetchInterval: POLL.adminBrokerStatusMs });

/** The rows read so far; the same object while nothing has changed. */
export interface RowSource {
  /** The row with which `users` begins. */
  readonly from: number;
  readonly users: readonly (BrokerUser | undefined)[];
}

/** `undefined`: not read yet. */
export const rowAt = ({ from, users }: RowSource, index: number): BrokerUser | undefined => users[index - from];

export interface BrokerList {
  readonly isPending: boolean;
  readonly isFailed: boolean;
  readonly count: number;
  readonly source: RowSource;
  retry(): void;
}

/** All pages in one array. A new array is not new to the query cache while its rows are the same. */
const joined = (pages: readonly UseQueryResult<BrokerStatus>[]) => ({
  isPending: pages.every(({ isPending }) => isPending),
  isFailed: pages.every(({ isError }) => isError),
  users: pages.flatMap(({ data }, page): readonly (BrokerUser | undefined)[] => {
    const isLast = page === pages.length - 1;
    const rows = data?.users ?? [];
    return isLast ? rows : Array.from({ length: PAGE_ROWS }, (_, row) => rows[row]);
  }),
});

const NO_USERS: readonly BrokerUser[] = [];

/** The rows of a choice, in pages: only the pages in sight are read. */
export function useBrokerList(choice: Choice, count: number, { first, end }: RowRange): BrokerList {
  const narrow = isNarrow(choice);
  const queries = useQueryClient();
  const query = { ...queryOf(choice), ...wordOf(choice), ...errorsOf(choice) };
  const whole = useQuery({
    ...adminRead(PATH, { query }),
    enabled: narrow,
    refetchInterval: POLL.adminBrokerStatusMs,
  });
  const firstPage = Math.floor(first / PAGE_ROWS);
  const lastPage = Math.max(firstPage, Math.floor(Math.max(0, end - 1) / PAGE_ROWS));
  const numbers = narrow ? [] : Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
  const pages = useQueries({
    queries: numbers.map((page) => ({ ...pageQuestion(choice, page), refetchInterval: POLL.adminBrokerStatusMs })),
    combine: joined,
  });
  const retry = () => void queries.invalidateQueries({ queryKey: brokerStatusKey });
  const users = narrow ? (whole.data?.users ?? NO_USERS) : pages.users;
  const from = narrow ? 0 : firstPage * PAGE_ROWS;
  const source = useMemo(() => ({ from, users }), [from, users]);
  if (narrow) return { isPending: whole.isPending, isFailed: whole.isError, count: users.length, source, retry };
  return { isPending: pages.isPending, isFailed: pages.isFailed, count, source, retry };
}

/** C7.9: the server refreshes from the brokers, then everything on the screen is read again. */
export function useForcedRefresh(choice: Choice): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const query = { ...queryOf(choice), limit: PAGE_ROWS, force_refresh: "true" as const };
    await adminApi("GET", PATH, { query, timeoutMs: 30_000 }).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: brokerStatusKey });
  };
}
