import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { lazyPart } from "../../lib/lazy-part.ts";
import { siteTexts } from "../../texts/site.texts.ts";
import { showToast } from "../../ui/toast.tsx";
import type { ConnectionScript } from "./wizard/connection-script.ts";

/** Each script has its own status and fields, so callers must accept any. */
type Taker<Out> = <Status, Name extends string>(script: ConnectionScript<Status, Name>) => Out;
type Given = <Out>(take: Taker<Out>) => Out;

/** Most users have one broker: the scripts of the others are not loaded. */
const scripts = {
  fyers: lazyPart<Given>(async () => {
    const { fyersScript } = await import("./fyers/fyers-script.ts");
    return (take) => take(fyersScript);
  }),
  angelone: lazyPart<Given>(async () => {
    const { angelOneScript } = await import("./angelone/angelone-script.ts");
    return (take) => take(angelOneScript);
  }),
  zerodha: lazyPart<Given>(async () => {
    const { zerodhaScript } = await import("./zerodha/zerodha-script.ts");
    return (take) => take(zerodhaScript);
  }),
} satisfies Record<BrokerName, unknown>;

/** Provides a broker's script; null while it loads. */
export const useScript = (broker: BrokerName): Given | null =>
  scripts[broker].usePart(true, () => showToast("error", siteTexts.partMissing));
