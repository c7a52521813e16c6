import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useEffect, useRef } from "react";

const WINDOW_FEATURES = "popup,width=800,height=600";

/** Opens the broker's page beside ours; `false` when the browser blocks windows. */
export function openLoginWindow(address: string): boolean {
  const opened = window.open("", "_blank", WINDOW_FEATURES);
  if (!opened) return false;
  // The broker's page cannot access ours; its result arrives by /connect/{broker}.
  opened.opener = null;
  opened.location.href = address;
  return true;
}

/* A window that returns from the broker has no opener (another browsing context group); a channel is shared instead. */
const CHANNEL = "broker-login";

export type LoginEnd = { readonly kind: "connected" } | { readonly kind: "failed"; readonly sentence: string };

type LoginNews = { readonly broker: BrokerName } & (LoginEnd | { readonly kind: "received" });

/** Announces it to every open connection screen; `onReceived` is called when one of them receives it. */
export function announceLogin(broker: BrokerName, end: LoginEnd, onReceived: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
    if (data.broker === broker && data.kind === "received") onReceived();
  };
  channel.postMessage({ broker, ...end } satisfies LoginNews);
  return () => channel.close();
}

export function useLoginElsewhere(broker: BrokerName, onEnd: (end: LoginEnd) => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<LoginNews>) => {
      if (data.broker !== broker || data.kind === "received") return;
      channel.postMessage({ broker, kind: "received" } satisfies LoginNews);
      latest.current(data);
    };
    return () => channel.close();
  }, [broker]);
}
