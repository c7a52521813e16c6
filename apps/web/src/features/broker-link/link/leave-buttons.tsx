import { useState } from "react";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import type { Leaving } from "./use-leaving.ts";

interface LeaveButtonsProps {
  leaving: Leaving;
  isConnected: boolean;
  isStored: boolean;
  removeBody: string;
}

export function LeaveButtons({ leaving, isConnected, isStored, removeBody }: LeaveButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isConnected && (
        <Button isBusy={leaving.isDisconnecting} onClick={leaving.disconnect}>
          {connectionTexts.disconnect}
        </Button>
      )}
      {isStored && (
        <Button className="text-danger!" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {connectionTexts.remove}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={connectionTexts.removeTitle}
        body={removeBody}
        confirmLabel={connectionTexts.removeConfirm}
        tone="danger"
        isBusy={leaving.isRemoving}
        onConfirm={() => leaving.remove(() => setAsking(false))}
      />
    </>
  );
}
