import type { ReactNode } from "react";

/** Names and values, one pair to a line; a long value wraps and never pushes the card wider. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="@container divide-y divide-line">{children}</dl>;
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 px-6 py-4 @xl:grid-cols-[13rem_minmax(0,1fr)] @xl:gap-6">
      <dt className="text-sm text-muted @xl:text-base">{name}</dt>
      <dd className="figures font-medium break-words">{children}</dd>
    </div>
  );
}
