import { classNames } from "./class-names.ts";

export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames("block animate-pulse-soft rounded-sm bg-raised", className)} aria-hidden="true" />;
}

/** Screen readers announce once that something is loading. */
export function LoadingRegion({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
