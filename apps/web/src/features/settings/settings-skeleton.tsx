import { Card } from "../../ui/card.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";

const SECTIONS = ["password", "email", "phone", "second factor", "passkeys"] as const;

export function SettingsSkeleton() {
  return (
    <LoadingRegion label="Loading your settings">
      <div className="grid gap-10 xl:gap-12">
        {SECTIONS.map((section) => (
          <div key={section} className="grid items-start gap-3.5 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-12">
            <div className="grid content-start gap-2 xl:pt-4.5">
              <Skeleton className="h-5 w-36" />
              <Skeleton className="h-4 w-52" />
            </div>
            <Card>
              <Skeleton className="m-5 h-10 sm:mx-6" />
            </Card>
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
