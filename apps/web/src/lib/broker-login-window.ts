import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useEffect, useRef } from "react";

/** B2.15 */
const WINDOW_FEATURES = "popup,width=800,height=600";

/** Opens the broker's page beside ours; false when the browser keeps windows shut. */
export function openLoginWindow(address: string): boolean {
  const opened = window.open("", "_blank", WINDOW_FEATURES);
  if (!opened) return false;
  // The broker's page gets no hold of ours; what happens there we hear from /connect/{broker}.
  opened.opener = null;
  opened.location.href = address;
  return true;
}

/*
 * Our pages and a broker's never share a browsing context group, so a window that comes back from the broker has
 * no opener any more. All windows of this origin share a channel instead.
 */
const CHANNEL = "broker-login";
interface LoginNews {
  readonly broker: BrokerName;
  readonly kind: "connected" | "heard";
}

/** Tells every open connection screen; `onHeard` is called when one of them listens. */
export function tellConnected(broker: BrokerName, onHeard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
    if (data.broker === broker && data.kind === "heard") onHeard();
  };
  channel.postMessage({ broker, kind: "connected" } satisfies LoginNews);
  return () => channel.close();
}

/** Calls `onConnected` when a login at `broker` was completed in another window. */
export function useConnectedElsewhere(broker: BrokerName, onConnected: () => void): void {
  const latest = useRef(onConnected);
  useEffect(() => {
    latest.current = onConnected;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
      if (data.broker !== broker || data.kind !== "connected") return;
      channel.postMessage({ broker, kind: "heard" } satisfies LoginNews);
      latest.current();
    };
    return () => channel.close();
  }, [broker]);
}
