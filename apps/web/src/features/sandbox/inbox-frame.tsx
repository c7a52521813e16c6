import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { messageTexts, sandboxTexts } from "./sandbox.texts.ts";
import { findMessages, SHOWN_MAX } from "./use-caught.ts";

interface InboxFrameProps<Message> {
  readonly inbox: UseQueryResult<readonly Message[]>;
  readonly empty: { readonly title: string; readonly body: string };
  readonly findHint: string;
  wordsOf(message: Message): readonly string[];
  children(found: readonly Message[]): ReactNode;
}

export function InboxFrame<Message>({ inbox, empty, findHint, wordsOf, children }: InboxFrameProps<Message>) {
  const [wanted, setWanted] = useState("");
  if (inbox.data === undefined) {
    return inbox.isError ? (
      <Card>
        <ErrorState title={sandboxTexts.unreachable} onRetry={() => void inbox.refetch()}>
          {sandboxTexts.unreachableBody}
        </ErrorState>
      </Card>
    ) : (
      <LoadingRegion label={sandboxTexts.loading}>
        <Skeleton className="h-64" />
      </LoadingRegion>
    );
  }
  if (inbox.data.length === 0) {
    return (
      <Card>
        <EmptyState title={empty.title}>{empty.body}</EmptyState>
      </Card>
    );
  }
  const found = findMessages(inbox.data, wanted, wordsOf);
  return (
    <div className="grid gap-5">
      <TextField
        label={messageTexts.find}
        type="search"
        placeholder={findHint}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Card>
          <EmptyState title={messageTexts.nothingFound}>{messageTexts.nothingFoundBody}</EmptyState>
        </Card>
      ) : (
        children(found.slice(0, SHOWN_MAX))
      )}
      {found.length > SHOWN_MAX && <p className="text-sm text-muted">{messageTexts.newest(SHOWN_MAX, found.length)}</p>}
    </div>
  );
}
