import Power from "lucide-react/icons/power";
import { useState } from "react";
import { ApiError } from "../../../lib/api.ts";
import { formatIstClock, instantOf } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { sayAtDesk } from "../desk-toast.ts";
import { haltTexts } from "./halt.texts.ts";
import { type HaltState, useHalt, useLift } from "./use-halt.ts";

const isFlat = ({ accounts, orders, unclear }: HaltState["open"]): boolean => accounts + orders + unclear === 0;

function titleOf({ closes_positions, open }: HaltState): string {
  if (!closes_positions) return haltTexts.blocked;
  return isFlat(open) ? haltTexts.closed : haltTexts.closing;
}

const openText = ({ open }: HaltState): string => {
  if (isFlat(open))
    return open.abandoned === 0 ? haltTexts.flat : `${haltTexts.flat} ${haltTexts.abandoned(open.abandoned)}`;
  const left = haltTexts.left(open.accounts, open.orders, open.unclear);
  return open.workers === 0 ? `${left} ${haltTexts.noWorker}` : left;
};

/** Lifting needs fresh proof; the back office's dialog opens when needed. */
function Lift() {
  const [isAsking, setAsking] = useState(false);
  const lift = useLift();
  const press = () => {
    setAsking(false);
    lift.mutate(null, {
      onError: (cause) => sayAtDesk("error", (cause instanceof ApiError ? cause.detail : null) ?? haltTexts.liftFailed),
    });
  };
  return (
    <>
      <Button size="sm" isBusy={lift.isPending} onClick={() => setAsking(true)}>
        {haltTexts.lift}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={haltTexts.liftTitle}
        body={haltTexts.liftBody}
        cancelLabel={haltTexts.keep}
        confirmLabel={haltTexts.liftNow}
        onConfirm={press}
      />
    </>
  );
}

/** While the stop is on, every page of the back office shows who, when, and what is still open. */
export function HaltBar({ canAct }: { canAct: boolean }) {
  const { data } = useHalt();
  if (data === undefined || !data.is_on) return null;
  const since = data.since === null ? "" : formatIstClock(instantOf(data.since));
  return (
    <section
      aria-label={haltTexts.blocked}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-danger px-4 py-2.5 text-on-danger md:px-6"
    >
      <Power className="size-5 shrink-0" aria-hidden="true" />
      <div role="status" className="min-w-0 grow basis-60">
        <p className="font-semibold">{titleOf(data)}</p>
        <p className="text-xs">
          {haltTexts.by(data.by, since)} {openText(data)}
        </p>
      </div>
      {canAct && <Lift />}
    </section>
  );
}
