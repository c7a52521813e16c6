import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { FormFault } from "../../../ui/form-fault.tsx";
import { GuideLink } from "../../../ui/guide-link.tsx";
import { LeaveButtons } from "../link/leave-buttons.tsx";
import type { ConnectFormProps } from "./connect-form-props.ts";

const WIDE = "w-full sm:w-auto";

type ConnectButtonsProps<Status, Name extends string> = ConnectFormProps<Status, Name> & {
  isAutoOffered: boolean;
  onManualPress(): void;
};

/** Auto-Connect becomes the primary button once it is offered; the manual way stays beside it. */
function Ways<Status, Name extends string>(props: ConnectButtonsProps<Status, Name>) {
  const { script, isAutoOffered, isConnecting, isAutoConnecting } = props;
  return (
    <>
      {isAutoOffered && (
        <Button type="submit" variant="primary" isBusy={isAutoConnecting} disabled={isConnecting} className={WIDE}>
          {script.auto?.label}
        </Button>
      )}
      <Button
        type={isAutoOffered ? "button" : "submit"}
        variant={isAutoOffered ? "secondary" : "primary"}
        isBusy={isConnecting}
        disabled={isAutoConnecting}
        className={WIDE}
        {...(isAutoOffered ? { onClick: props.onManualPress } : {})}
      >
        {script.words.connect}
      </Button>
    </>
  );
}

export function ConnectButtons<Status, Name extends string>(props: ConnectButtonsProps<Status, Name>) {
  const { script, facts, isConnected, isAutoConnecting, isFetching, leaving } = props;
  const { auto, fetch, words } = script;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Ways {...props} />
        {fetch !== null && (
          <Button isBusy={isFetching} className={WIDE} onClick={props.onFetch}>
            {fetch.label}
          </Button>
        )}
        {isConnected && (
          <Button variant="ghost" className={WIDE} onClick={props.onCancel}>
            {connectionTexts.cancel}
          </Button>
        )}
        <LeaveButtons
          leaving={leaving}
          isConnected={false}
          isStored={facts.stored !== null}
          removeBody={words.removeBody}
        />
        <GuideLink href={words.guidePdf} />
      </div>
      <FormFault>{leaving.reason}</FormFault>
      {auto !== null && (
        <p role="status" className="text-sm text-muted">
          {isAutoConnecting ? auto.running : auto.note}
        </p>
      )}
    </div>
  );
}
