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

/** What became of a login in another window. */
export type LoginEnd = { readonly kind: "connected" } | { readonly kind: "failed"; readonly sentence: string };

type LoginNews = { readonly broker: BrokerName } & (LoginEnd | { readonly kind: "heard" });

/** Tells every open connection screen; `onHeard` is called when one of them listens. */
export function tellLogin(broker: BrokerName, end: LoginEnd, onHeard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
    if (data.broker === broker && data.kind === "heard") onHeard();
  };
  channel.postMessage({ broker, ...end } satisfies LoginNews);
  return () => channel.close();
}

/** Calls `onEnd` when a login at `broker` was completed, or came to nothing, in another window. */
export function useLoginElsewhere(broker: BrokerName, onEnd: (end: LoginEnd) => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
      if (data.broker !== broker || data.kind === "heard") return;
      channel.postMessage({ broker, kind: "heard" } satisfies LoginNews);
      latest.current(data);
    };
    return () => channel.close();
  }, [broker]);
}
