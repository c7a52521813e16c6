import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { api } from "../../lib/api.ts";
import { safeNextPath } from "../../lib/next-path.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { googleFailureTexts, googleTexts } from "./google.texts.ts";
import { rememberNextPath } from "./stored-next.ts";

/** The server may have to fetch Google's addresses first. */
const START_TIMEOUT_MS = 15_000;

const leaveSite = (address: string): void => location.assign(address);

interface GoogleButtonProps {
  readonly onLeave?: (address: string) => void;
  readonly nextPath?: string;
  readonly look?: "row" | "login";
}

export function GoogleButton({ onLeave = leaveSite, nextPath, look = "login" }: GoogleButtonProps) {
  const [params] = useSearchParams();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // The browser's Back button restores the page from its cache with the button still busy.
    const wake = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);
  const start = async () => {
    setBusy(true);
    try {
      const { auth_url: address } = await api("GET", "/google-auth/signup", { timeoutMs: START_TIMEOUT_MS });
      rememberNextPath(safeNextPath(nextPath ?? params.get("next")));
      onLeave(address);
    } catch {
      setBusy(false);
      showToast("error", googleFailureTexts.refused);
    }
  };
  return (
    <Button size={look === "row" ? "sm" : "lg"} isBusy={isBusy} onClick={() => void start()}>
      {look === "login" && <GoogleLetter />}
      {look === "row" ? googleTexts.link : googleTexts.button}
    </Button>
  );
}

/** Plain lettering, not the trademark. */
function GoogleLetter() {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-full border border-line-strong text-xs font-bold"
    >
      G
    </span>
  );
}
