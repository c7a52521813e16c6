export interface StreamedEvent {
  readonly userId: string;
  readonly seq: number;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** How far one person's events have been told. */
export interface Cursor {
  readonly userId: string;
  readonly after: number;
}

export interface EventStreamStore {
  /** The newest number, and the oldest one that is still kept. */
  reachOf(userId: string): Promise<{ readonly head: number; readonly oldest: number | null }>;
  /** In order for each person, at most `most` in all. */
  listAfter(cursors: readonly Cursor[], most: number): Promise<readonly StreamedEvent[]>;
  /** Those of the sessions that still stand. */
  aliveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}
