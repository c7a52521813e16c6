import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface ErrorStateProps {
  title: string;
  level?: 1 | 2 | 3;
  children?: ReactNode;
  onRetry?(): void;
  isRetrying?: boolean;
  action?: ReactNode;
}

export function ErrorState({ title, level = 2, children, onRetry, isRetrying = false, action }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        level={level}
        icon={<CircleAlert className="size-6 text-danger" aria-hidden="true" />}
        action={
          (onRetry || action) && (
            <>
              {onRetry && (
                <Button isBusy={isRetrying} onClick={onRetry}>
                  Try Again
                </Button>
              )}
              {action}
            </>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
