import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { billingTexts } from "./billing.texts.ts";
import { useEndWithSession } from "./billing-queries.ts";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

const ROWS = ["first", "second"] as const;

export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  useEndWithSession(query.error);
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Card>
        <ErrorState
          level={3}
          title={billingTexts.loadFailed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Card>
    );
  }
  return (
    <LoadingRegion label={billingTexts.loading}>
      <Card className="grid gap-6 p-6">
        {ROWS.map((row) => (
          <div key={row} className="grid gap-2.5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        ))}
      </Card>
    </LoadingRegion>
  );
}
