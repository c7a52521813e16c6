import type { ReactNode } from "react";
import { Card, CardHeader } from "../../ui/card.tsx";

export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="overflow-hidden">
      <CardHeader title={title} />
      <div className="grid gap-6 p-6">{children}</div>
    </Card>
  );
}

export function SpecimenRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>;
}
