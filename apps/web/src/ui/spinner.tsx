import { classNames } from "./class-names.ts";

/** An open ring. Decoration: the text beside it says what is pending. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      className={classNames("size-5 animate-spin motion-reduce:animate-pulse-soft", className)}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** For places where the specification requires a spinner with text; elsewhere use a skeleton. */
export function SpinnerWithText({ children }: { children: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-10 text-muted">
      <Spinner />
      {children}
    </p>
  );
}
