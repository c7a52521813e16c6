import { type ComponentProps, lazy, Suspense } from "react";
import type { PaperPanel as Panel } from "../features/paper/paper-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { WhenVisible } from "../ui/when-visible.tsx";

const PaperPanel = lazy(async () => ({ default: (await import("../features/paper/paper-panel.tsx")).PaperPanel }));

/** Paper trading is at the foot of a page, and loads when it comes near the viewport. */
export function PaperPart(props: ComponentProps<typeof Panel>) {
  return (
    <WhenVisible>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <PaperPanel {...props} />
      </Suspense>
    </WhenVisible>
  );
}
