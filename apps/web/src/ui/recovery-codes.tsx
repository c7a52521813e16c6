import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { saveFile } from "../lib/save-file.ts";
import { authenticatorTexts } from "../texts/authenticator.texts.ts";
import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";

/** Shown once: afterwards only the user has them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast("success", authenticatorTexts.copied),
      () => showToast("error", authenticatorTexts.copyFailed),
    );
  return (
    <div className="grid gap-5">
      <ul
        aria-label={authenticatorTexts.codesLabel}
        className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-md bg-raised px-5 py-4 text-center font-mono text-[0.9375rem]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={() => void copy()}>
          <Copy className="size-4.5" aria-hidden="true" />
          {authenticatorTexts.copy}
        </Button>
        <Button onClick={() => saveFile(authenticatorTexts.fileName, "text/plain", text)}>
          <Download className="size-4.5" aria-hidden="true" />
          {authenticatorTexts.download}
        </Button>
      </div>
      <Button variant="primary" onClick={onDone}>
        {authenticatorTexts.saved}
      </Button>
    </div>
  );
}
