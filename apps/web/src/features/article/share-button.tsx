import Share2 from "lucide-react/icons/share-2";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { articleTexts as texts } from "./article.texts.ts";

const isChangeOfMind = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError";

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast("success", texts.copied);
  } catch {
    showToast("error", texts.notCopied);
  }
}

/** The device's own share sheet where there is one; elsewhere the link is copied. No third-party script is loaded. */
async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  if (typeof navigator.share !== "function") return copy(url);
  try {
    await navigator.share({ title, url });
  } catch (cause) {
    if (!isChangeOfMind(cause)) await copy(url);
  }
}

export function ShareButton({ title }: { title: string }) {
  return (
    <Button size="sm" onClick={() => void share(title)}>
      <Share2 className="size-4" aria-hidden="true" />
      {texts.share}
    </Button>
  );
}
