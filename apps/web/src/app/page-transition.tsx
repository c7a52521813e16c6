import { type ReactNode, useState } from "react";
import { useNavigation } from "react-router";

interface PageTransitionProps {
  readonly pageKey: string;
  readonly children: ReactNode;
}

/**
 * A2.19, by CSS alone (frame.css). The first page has no attribute and no animation; odd and even turns have the same
 * animation under two names, so that the browser restarts it.
 */
export function PageTransition({ pageKey, children }: PageTransitionProps) {
  const [turn, setTurn] = useState({ pageKey, count: 0 });
  if (turn.pageKey !== pageKey) setTurn({ pageKey, count: turn.count + 1 });
  const { location } = useNavigation();
  const isLeaving = location !== undefined && location.pathname !== pageKey;
  const entered = turn.count === 0 ? undefined : turn.count % 2 === 1 ? "odd" : "even";
  return <div data-page={isLeaving ? "leaving" : entered}>{children}</div>;
}
