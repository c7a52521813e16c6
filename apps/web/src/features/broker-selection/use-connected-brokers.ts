import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.tsx";

const NONE: ReadonlySet<string> = new Set<BrokerName>();

/** The brokers with a connected account. A visitor has none, and a failed read means none known. */
export function useConnectedBrokers(): ReadonlySet<string> {
  const session = useSession();
  const userId = session.kind === "user" ? session.user.id : null;
  const [connected, setConnected] = useState(NONE);
  useEffect(() => {
    setConnected(NONE);
    if (userId === null) return;
    const leaving = new AbortController();
    api("GET", "/brokers/readiness", { signal: leaving.signal }).then(
      ({ brokers }) => {
        const open = brokers.filter(({ session_expires_at: until }) => until !== null);
        setConnected(new Set(open.map(({ broker }) => broker)));
      },
      () => undefined, // the cards look as for a visitor
    );
    return () => leaving.abort();
  }, [userId]);
  return connected;
}
