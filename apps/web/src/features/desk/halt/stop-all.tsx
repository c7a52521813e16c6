import Power from "lucide-react/icons/power";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { haltTexts } from "./halt.texts.ts";
import { HoldButton } from "./hold-button.tsx";
import { type HaltState, useHalt, useStop } from "./use-halt.ts";

interface ModeProps {
  isChosen: boolean;
  title: string;
  body: string;
  onChoose(): void;
}

function Mode({ isChosen, title, body, onChoose }: ModeProps) {
  return (
    <label
      className={classNames(
        "flex min-h-11 cursor-pointer items-start gap-3 rounded-md border p-3.5",
        isChosen ? "border-2 border-text" : "border-line-strong",
      )}
    >
      <input
        type="radio"
        name="halt-mode"
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-text"
      />
      <span className="grid gap-1">
        <strong className="font-semibold">{title}</strong>
        <span className="text-sm text-muted">{body}</span>
      </span>
    </label>
  );
}

function WhatIsOpen({ open }: Pick<HaltState, "open">) {
  const figures = [
    [haltTexts.open, open.accounts],
    [haltTexts.orders, open.orders],
    [haltTexts.unclear, open.unclear],
  ] as const;
  return (
    <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-semibold">{count.toLocaleString("en-IN")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One press only opens the dialog; the milder choice is first, and focus is on Cancel. */
function StopQuestion({ onClose }: { onClose(): void }) {
  const { data } = useHalt();
  const stop = useStop();
  const [closesPositions, setCloses] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const press = () => {
    setMessage(null);
    stop.mutate(closesPositions, { onSuccess: onClose, onError: () => setMessage(haltTexts.failed) });
  };
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{haltTexts.choice}</legend>
        <Mode
          isChosen={!closesPositions}
          title={haltTexts.block}
          body={haltTexts.blockBody}
          onChoose={() => setCloses(false)}
        />
        <Mode
          isChosen={closesPositions}
          title={haltTexts.close}
          body={haltTexts.closeBody(data?.open.accounts ?? 0)}
          onChoose={() => setCloses(true)}
        />
      </fieldset>
      {data && <WhatIsOpen open={data.open} />}
      <div className="flex flex-wrap gap-3">
        <HoldButton isBusy={stop.isPending} onHeld={press} onLetGo={() => setMessage(haltTexts.letGo)} />
        <Button autoFocus className="h-12" onClick={onClose}>
          {haltTexts.cancel}
        </Button>
      </div>
      <p role="status" className={message === null ? "text-sm text-muted" : "text-sm font-medium text-danger"}>
        {message ?? haltTexts.hint}
      </p>
    </>
  );
}

/** Dashed and unfilled when idle, always in the same place, and never disabled. */
export function StopAll({ look }: { look: "bar" | "thumb" }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {look === "bar" ? (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="inline-flex h-11 items-center gap-2 rounded-full border border-dashed border-danger pr-4 pl-1.5 font-semibold whitespace-nowrap text-danger hover:bg-danger/8"
        >
          <span className="grid size-8 place-items-center rounded-full bg-danger/12">
            <Power className="size-4" aria-hidden="true" />
          </span>
          {haltTexts.button}
        </button>
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="grid content-center justify-items-center gap-1 text-[0.75rem] leading-4 font-medium text-danger"
        >
          <Power className="size-5.5" aria-hidden="true" />
          {haltTexts.thumb}
        </button>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={haltTexts.title} description={haltTexts.nothingYet}>
        <StopQuestion onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
