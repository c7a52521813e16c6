import { EMAIL_MAX, isEmail } from "@vriddhi/core/account/rules";
import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { inputClass } from "../../ui/field.tsx";
import { FieldError } from "../../ui/field-error.tsx";
import { signUpTexts as texts } from "./newsletter.texts.ts";

type SignUpState =
  | { readonly kind: "open"; readonly fault: string | null }
  | { readonly kind: "sending" }
  | { readonly kind: "sent"; readonly sentence: string };

const sentenceOf = (cause: unknown): string =>
  cause instanceof ApiError && cause.status >= 400 && cause.status < 500
    ? (cause.detail ?? texts.failed)
    : texts.failed;

/** The answer is the same for every address, so that it does not reveal who subscribes. */
async function signUp(email: string, website: string): Promise<SignUpState> {
  if (!isEmail(email)) return { kind: "open", fault: texts.emailBroken };
  try {
    const body = website === "" ? { email } : { email, website };
    const { message } = await api("POST", "/api/newsletter/sign-up", { body });
    return { kind: "sent", sentence: message };
  } catch (cause) {
    return { kind: "open", fault: sentenceOf(cause) };
  }
}

/** Hidden from sight and from the tab order: only bots fill it in. */
function Trap() {
  return (
    <div hidden>
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** One address, confirmed by mail before anything is sent to it. */
export function SignUpForm({ level = 2 }: { level?: 2 | 3 }) {
  const id = useId();
  const isHydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<SignUpState>({ kind: "open", fault: null });
  const Heading = `h${level}` as const;
  const fault = state.kind === "open" ? state.fault : null;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setState({ kind: "sending" });
    const next = await signUp(String(data.get("email") ?? "").trim(), String(data.get("website") ?? ""));
    setState(next);
    if (next.kind === "open") field.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <Heading className="text-xl font-semibold">{texts.title}</Heading>
      <p className="text-muted">{texts.body}</p>
      {state.kind !== "sent" && (
        <form method="post" noValidate className="grid gap-2" onSubmit={(event) => void send(event)}>
          <label htmlFor={id} className="sr-only">
            {texts.email}
          </label>
          <div className="flex gap-2 max-sm:flex-col">
            <input
              ref={field}
              id={id}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={EMAIL_MAX}
              placeholder={texts.placeholder}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? `${id}-error` : undefined}
              className={classNames(inputClass(fault !== null), "min-w-0 sm:flex-1")}
            />
            <Button
              className="h-12"
              type={isHydrated ? "submit" : "button"}
              disabled={!isHydrated}
              isBusy={state.kind === "sending"}
            >
              {texts.subscribe}
            </Button>
          </div>
          <Trap />
          {fault !== null && <FieldError id={`${id}-error`}>{fault}</FieldError>}
        </form>
      )}
      <p role="status" className={state.kind === "sent" ? "font-medium" : "text-sm text-muted"}>
        {state.kind === "sent" ? state.sentence : texts.note}
      </p>
    </div>
  );
}
