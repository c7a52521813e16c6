import { useMutation, useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useDeferredValue, useMemo, useState } from "react";
import { adminRead } from "../../lib/admin-api.ts";
import { ApiError } from "../../lib/api.ts";
import { saveDeskFile } from "../../lib/desk-file.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toast.tsx";
import { chooseUsers, type ListedUser, type UserFilter, userFilters } from "./user-list.ts";
import { usersTexts } from "./users.texts.ts";
import { UsersTable } from "./users-table.tsx";

function FilterBar({ filter, onChange }: { filter: UserFilter; onChange(filter: UserFilter): void }) {
  return (
    <fieldset className="flex gap-1 rounded-md border border-line bg-surface p-1 max-md:w-full">
      <legend className="sr-only">{usersTexts.filter}</legend>
      {userFilters.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === filter}
          onClick={() => onChange(name)}
          className={classNames(
            "h-11 grow rounded-sm px-2 text-sm font-semibold whitespace-nowrap md:h-9 md:px-3",
            name === filter ? "bg-raised text-text" : "text-muted hover:text-text",
          )}
        >
          {usersTexts.filters[name]}
        </button>
      ))}
    </fieldset>
  );
}

function SaveUsers({ filter }: { filter: UserFilter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveDeskFile("/api/admin/export/users.csv", { filter }),
    onError: (cause) =>
      showToast("error", cause instanceof ApiError && cause.detail !== null ? cause.detail : usersTexts.csvFailed),
  });
  return (
    <Button className="max-md:ml-auto" isBusy={isPending} onClick={() => mutate()}>
      <Download className="size-4" aria-hidden="true" />
      {usersTexts.csv}
    </Button>
  );
}

function Users({ users }: { users: readonly ListedUser[] }) {
  const [filter, setFilter] = useState<UserFilter>("all");
  const [word, setWord] = useState("");
  const sought = useDeferredValue(word);
  const chosen = useMemo(() => chooseUsers(users, filter, sought), [users, filter, sought]);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <FilterBar filter={filter} onChange={setFilter} />
        <TextField
          label={usersTexts.search}
          type="search"
          autoComplete="off"
          value={word}
          onChange={({ target }) => setWord(target.value)}
          className="w-full gap-1 md:w-72 [&>label]:text-xs [&>label]:text-muted md:[&_input]:h-11 md:[&_input]:text-sm"
        />
        <p role="status" className="figures pb-3 text-muted md:ml-auto">
          {usersTexts.count(chosen.length)}
        </p>
        <SaveUsers filter={filter} />
      </div>
      <Card className="overflow-clip">
        {chosen.length === 0 ? (
          <EmptyState title={usersTexts.none} level={2}>
            {usersTexts.noneBody}
          </EmptyState>
        ) : (
          <UsersTable key={`${filter} ${sought}`} users={chosen} />
        )}
      </Card>
    </div>
  );
}

function UserPanel() {
  const { data, isError, isFetching, refetch } = useQuery(adminRead("/api/user"));
  if (data !== undefined) return <Users users={data} />;
  if (isError) return <ErrorState title={usersTexts.failed} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <LoadingRegion label={usersTexts.loading}>
      <Skeleton className="h-96" />
    </LoadingRegion>
  );
}

export function UsersDashboard() {
  const tabs = [{ id: "users", label: usersTexts.tab, panel: <UserPanel /> }] as const;
  return (
    <div className="pt-1 [&_[role=tablist]+*]:mt-0">
      <Tabs label={usersTexts.tabs} tabs={tabs} selected="users" onSelect={() => undefined} />
    </div>
  );
}
