import { Button } from "../../ui/button.tsx";

interface OtherWayProps {
  readonly question: string;
  readonly label: string;
  readonly onClick: () => void;
}

export function OtherWay({ question, label, onClick }: OtherWayProps) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
      {question}
      <Button variant="ghost" size="sm" onClick={onClick}>
        {label}
      </Button>
    </p>
  );
}
