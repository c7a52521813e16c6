import { type ReactNode, useEffect, useRef } from "react";

interface ViewHeadingProps {
  readonly eyebrow?: string;
  readonly title: string;
  readonly lead: ReactNode;
  /** It replaces another view: focus moves here, so that the change is announced. Not on arrival. */
  readonly takesFocus: boolean;
}

export function ViewHeading({ eyebrow, title, lead, takesFocus }: ViewHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid gap-2">
      {eyebrow && <p className="text-sm font-medium text-muted">{eyebrow}</p>}
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
        {title}
      </h1>
      <p className="text-muted">{lead}</p>
    </div>
  );
}
