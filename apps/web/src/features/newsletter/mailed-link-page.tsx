import { useState } from "react";
import { Link } from "react-router";
import { ApiError, api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { newsletterTexts, signUpTexts } from "./newsletter.texts.ts";

type LinkState =
  | { readonly kind: "asking"; readonly fault: string | null }
  | { readonly kind: "busy" }
  | { readonly kind: "done" };

const purposes = {
  confirm: {
    path: "/api/newsletter/confirm",
    title: signUpTexts.confirmTitle,
    body: signUpTexts.confirmBody,
    button: signUpTexts.confirm,
    done: signUpTexts.confirmed,
  },
  unsubscribe: {
    path: "/api/newsletter/unsubscribe",
    title: signUpTexts.leaveTitle,
    body: signUpTexts.leaveBody,
    button: signUpTexts.leave,
    done: signUpTexts.left,
  },
} as const;

export type MailedPurpose = keyof typeof purposes;

/** The target of a mailed link. It requires a press, because mail scanners follow links too. */
export function MailedLinkPage({ purpose, token }: { purpose: MailedPurpose; token: string }) {
  const { path, title, body, button, done } = purposes[purpose];
  const [state, setState] = useState<LinkState>({ kind: "asking", fault: null });
  const press = async () => {
    setState({ kind: "busy" });
    try {
      await api("POST", path, { body: { token } });
      setState({ kind: "done" });
    } catch (cause) {
      const detail = cause instanceof ApiError && cause.status >= 400 && cause.status < 500 ? cause.detail : null;
      setState({ kind: "asking", fault: detail ?? signUpTexts.failed });
    }
  };
  const isDone = state.kind === "done";
  return (
    <NoticePage
      title={title}
      action={
        isDone ? (
          <Button asChild>
            <Link to="/research">{newsletterTexts.research}</Link>
          </Button>
        ) : (
          <Button variant="primary" isBusy={state.kind === "busy"} onClick={() => void press()}>
            {button}
          </Button>
        )
      }
    >
      <p role="status">{isDone ? done : body}</p>
      <FormFault>{state.kind === "asking" ? state.fault : null}</FormFault>
    </NoticePage>
  );
}
