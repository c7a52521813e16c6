export interface StreamedEvent {
  readonly userId: string;
  readonly seq: number;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Cursor {
  readonly userId: string;
  readonly after: number;
}

export interface EventStreamStore {
  reachOf(userId: string): Promise<{ readonly head: number; readonly oldest: number | null }>;
  listAfter(cursors: readonly Cursor[], most: number): Promise<readonly StreamedEvent[]>;
  aliveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}
