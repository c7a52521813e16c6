import { Link } from "react-router";
import { legalPath } from "../texts/legal-pages.ts";

const LINK = "underline underline-offset-4 hover:text-text";

/** What a press of the button beside it accepts. The documents open in a new tab, so that no form is lost. */
export function TermsSentence({ action }: { readonly action: string }) {
  return (
    <p className="text-sm text-muted">
      With “{action}” you accept our{" "}
      <Link to={legalPath("terms")} target="_blank" className={LINK}>
        Terms of service
      </Link>{" "}
      and{" "}
      <Link to={legalPath("privacy")} target="_blank" className={LINK}>
        Privacy policy
      </Link>
      .
    </p>
  );
}
