import type { ComponentType } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import { siteTexts } from "../texts/site.texts.ts";
import { prepareDialogs } from "./dialog.tsx";
import { showToast } from "./toast.tsx";

interface Closable {
  onClose(): void;
}

/** The code loads with the first opening; if it does not load, a toast says so and the dialog counts as closed. */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const dialog = lazyPart(async () => (await Promise.all([load(), prepareDialogs()]))[0]);
  return function LateDialog(props: Props) {
    const Loaded = dialog.usePart(true, () => {
      showToast("error", siteTexts.partMissing);
      props.onClose();
    });
    return Loaded && <Loaded {...props} />;
  };
}
