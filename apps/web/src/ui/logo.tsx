import { brand } from "@vriddhi/core/site/brand";
import { classNames } from "./class-names.ts";

/** The mark: a sprout that is also a V. Vriddhi is growth; the younger leaf is the taller one, and it is gold. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg className={classNames("size-8", className)} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" className="fill-text" />
      <path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" className="fill-accent" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2.5", className)}>
      <LogoMark />
      <span className="text-lg font-semibold tracking-tight">{brand.name}</span>
    </span>
  );
}
