import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";
import { siteTexts } from "../texts/site.texts.ts";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** The region is always in the page, so that its first message is announced. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="offline-notice">
      {!isOnline && (
        <p className="flex items-center gap-2.5 rounded-lg border border-warn bg-surface px-4 py-2.5 text-sm font-medium text-text shadow-card">
          <WifiOff className="size-4 shrink-0 text-warn" aria-hidden="true" />
          {siteTexts.offline}
        </p>
      )}
    </div>
  );
}
