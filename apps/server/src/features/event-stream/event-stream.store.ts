export interface StreamedEvent {
  readonly userId: string;
  readonly seq: number;
  readonly kind: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The position of a user's stream. */
export interface Cursor {
  readonly userId: string;
  readonly after: number;
}

export interface EventStreamStore {
  /** The newest number, and the oldest stored one. */
  reachOf(userId: string): Promise<{ readonly head: number; readonly oldest: number | null }>;
  /** Ordered per user, at most `most` in all. */
  listAfter(cursors: readonly Cursor[], most: number): Promise<readonly StreamedEvent[]>;
  /** The sessions that are still valid. */
  aliveOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}
