import KeyRound from "lucide-react/icons/key-round";
import { Link } from "react-router";
import { guessablePasswordTexts as texts } from "./security.texts.ts";

/** Shown until the password is changed; it never blocks anything. */
export function GuessablePasswordNote({ settingsPath }: { settingsPath: string }) {
  return (
    <aside aria-label={texts.title} className="flex gap-3 rounded-md border border-line px-4 py-3.5 text-sm">
      <KeyRound className="mt-0.5 size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <p className="text-muted">
        <strong className="font-semibold text-text">{texts.title}</strong> {texts.body}{" "}
        <Link className="font-semibold text-text underline underline-offset-4" to={settingsPath}>
          {texts.action}
        </Link>
      </p>
    </aside>
  );
}
