import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { istToday } from "../../lib/clock.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFailure } from "./failure.ts";
import { dataTexts } from "./settings.texts.ts";
import { useReadAgain, useSecurity } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

const DeleteAccountDialog = lazyDialog(async () => (await import("./delete-account-dialog.tsx")).DeleteAccountDialog);

/** Years of trades take longer to collect than an ordinary read. */
const EXPORT_TIMEOUT_MS = 60_000;

function DownloadRow() {
  const readAgain = useReadAgain();
  const sayFailure = useFailure();
  const download = useMutation({
    mutationFn: () => api("GET", "/auth/data", { timeoutMs: EXPORT_TIMEOUT_MS }),
    onSuccess: (data) => {
      saveFile(dataTexts.fileName(istToday()), "application/json", JSON.stringify(data, null, 2));
      showToast("success", dataTexts.downloaded);
      void readAgain();
    },
    onError: (cause) => showToast("error", sayFailure(cause)),
  });
  return (
    <SettingsRow
      icon={Download}
      title={dataTexts.downloadTitle}
      action={
        <Button
          size="sm"
          aria-label={dataTexts.downloadTitle}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {dataTexts.download}
        </Button>
      }
    >
      {dataTexts.downloadLead}
    </SettingsRow>
  );
}

export function DataSection() {
  const security = useSecurity();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <SettingsSection title={dataTexts.title} lead={dataTexts.lead}>
      <DownloadRow />
      <Loaded query={security} title={dataTexts.title}>
        {({ has_password }) => (
          <>
            <SettingsRow
              icon={Trash2}
              title={dataTexts.deleteTitle}
              action={<RowAction label={dataTexts.delete} of={dataTexts.account} onClick={() => setDeleting(true)} />}
            >
              {dataTexts.deleteLead}
            </SettingsRow>
            {isDeleting && <DeleteAccountDialog hasPassword={has_password} onClose={() => setDeleting(false)} />}
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}
