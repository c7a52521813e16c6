import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { saveFile } from "./save-file.ts";
import { totpTexts } from "./security.texts.ts";

/** Shown once: nobody but the person has them afterwards. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast("success", totpTexts.copied),
      () => showToast("error", totpTexts.copyFailed),
    );
  return (
    <div className="grid gap-5">
      <ul
        aria-label={totpTexts.codesLabel}
        className="grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-md bg-raised px-5 py-4 text-center font-mono text-[0.9375rem]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={() => void copy()}>
          <Copy className="size-4.5" aria-hidden="true" />
          {totpTexts.copy}
        </Button>
        <Button onClick={() => saveFile(totpTexts.fileName, "text/plain", text)}>
          <Download className="size-4.5" aria-hidden="true" />
          {totpTexts.download}
        </Button>
      </div>
      <Button variant="primary" onClick={onDone}>
        {totpTexts.saved}
      </Button>
    </div>
  );
}
