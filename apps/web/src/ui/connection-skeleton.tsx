import { waitingTexts } from "../texts/waiting.texts.ts";
import { Card } from "./card.tsx";
import { LoadingRegion, Skeleton } from "./skeleton.tsx";

export function ConnectionSkeleton({ fields }: { fields: number }) {
  return (
    <LoadingRegion label={waitingTexts.connection}>
      <Card>
        <div className="flex items-center justify-between border-b border-line px-6 py-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-6 w-28 rounded-full!" />
        </div>
        <div className="grid gap-5 p-6 sm:grid-cols-2">
          {Array.from({ length: fields }, (_, place) => (
            <div key={String(place)} className="grid gap-2">
              <Skeleton className="h-5 w-24" />
              <Skeleton className="h-12 rounded-md!" />
            </div>
          ))}
          <Skeleton className="h-11 w-44 rounded-md!" />
        </div>
      </Card>
    </LoadingRegion>
  );
}
