import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { RequireAdmin } from "../features/access/require-admin.tsx";
import type { AdminIdentity } from "../features/access/use-admin.ts";
import { DeskFrame } from "../features/desk/desk-frame.tsx";
import { DeskProof } from "../features/desk/desk-proof.tsx";
import { HaltBar } from "../features/desk/halt/halt-bar.tsx";
import { StopAll } from "../features/desk/halt/stop-all.tsx";
import { adminRead } from "../lib/admin-api.ts";
import { POLL } from "../lib/polling.ts";
import { QueryProvider } from "../lib/query.tsx";

interface DeskShellProps extends Pick<ComponentProps<typeof DeskFrame>, "current" | "title"> {
  identity: AdminIdentity;
  children: ReactNode;
}

const stopAll = (look: "bar" | "thumb") => <StopAll look={look} />;

export function DeskShell({ identity, children, ...frame }: DeskShellProps) {
  const canAct = identity.role === "admin";
  const threads = useQuery({
    ...adminRead("/api/admin/support/threads", { query: { limit: 1 } }),
    refetchInterval: POLL.supportMs,
  });
  const waiting = threads.data === undefined ? undefined : { support: threads.data.waiting };
  return (
    <DeskFrame
      {...frame}
      username={identity.username}
      clockShiftMinutes={identity.clock_shift_minutes}
      isReadOnly={!canAct}
      waiting={waiting}
      stop={canAct ? stopAll : undefined}
      notice={<HaltBar canAct={canAct} />}
    >
      {children}
      <DeskProof />
    </DeskFrame>
  );
}

type DeskPageProps = Omit<DeskShellProps, "identity">;

export function DeskPage({ children, ...frame }: DeskPageProps) {
  return (
    <QueryProvider>
      <RequireAdmin>
        {(identity) => (
          <DeskShell identity={identity} {...frame}>
            {children}
          </DeskShell>
        )}
      </RequireAdmin>
    </QueryProvider>
  );
}
