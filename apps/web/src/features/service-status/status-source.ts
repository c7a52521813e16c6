import type { ReplyOf } from "@vriddhi/contract/endpoint";
import type { serviceStatusEndpoints } from "@vriddhi/contract/service-status";
import { useEffect, useState } from "react";
import { askOwnApi } from "../../lib/own-api.ts";
import { POLL } from "../../lib/polling.ts";

export type ServiceStatus = ReplyOf<typeof serviceStatusEndpoints.readServiceStatus>;

type Ask = typeof askOwnApi;

/** `null`: no usable answer. */
export async function readStatus(ask: Ask): Promise<ServiceStatus | null> {
  try {
    const { status, body } = await ask("/service/status");
    return status === 200 ? (body as ServiceStatus) : null;
  } catch {
    return null;
  }
}

/** Reads again while the page is visible; what was read last stays. */
export function useStatus(first: ServiceStatus | null, ask: Ask = askOwnApi) {
  const [shown, setShown] = useState({ status: first, isStale: false });
  useEffect(() => {
    let isLeft = false;
    const refresh = async () => {
      if (document.hidden) return;
      const status = await readStatus(ask);
      if (!isLeft) setShown((before) => ({ status: status ?? before.status, isStale: status === null }));
    };
    const timer = setInterval(refresh, POLL.serviceStatusMs);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [ask]);
  return shown;
}
