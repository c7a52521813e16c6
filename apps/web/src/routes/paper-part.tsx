import { type ComponentProps, lazy, Suspense } from "react";
import type { PaperPanel as Panel } from "../features/paper/paper-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { WhenVisible } from "../ui/when-visible.tsx";

const PaperPanel = lazy(async () => ({ default: (await import("../features/paper/paper-panel.tsx")).PaperPanel }));

/** Trading on paper stands at the foot of a page, and comes when somebody comes near it. */
export function PaperPart(props: ComponentProps<typeof Panel>) {
  return (
    <WhenVisible>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <PaperPanel {...props} />
      </Suspense>
    </WhenVisible>
  );
}
