import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { Card } from "../../ui/card.tsx";
import { MessageText } from "./message-text.tsx";

interface CaughtCardProps {
  readonly to: string;
  readonly at: string;
  readonly title?: string;
  readonly text: string;
}

export function CaughtCard({ to, at, title, text }: CaughtCardProps) {
  return (
    <Card className="grid gap-2 p-5 sm:p-6">
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="figures font-medium text-text">{to}</span>
        <time dateTime={at}>{formatIstDateTime(instantOf(at))}</time>
      </p>
      {title !== undefined && <p className="font-semibold">{title}</p>}
      <MessageText text={text} />
    </Card>
  );
}
