import { Pool } from "undici";
import type { Secret } from "../../platform/config/secret.ts";
import type { Logger } from "../../platform/log/logger.ts";

const REPLY_WITHIN_MS = 5_000;
const REPLY_MAX_BYTES = 64 * 1024;

/** A span in OTLP's JSON form: ids are hexadecimal, instants are nanoseconds as text. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
  readonly events: readonly { readonly timeUnixNano: string; readonly name: string }[];
  readonly status?: { readonly code: number; readonly message: string };
}

export interface OtlpCollector {
  /** False when the collector did not take them; they are lost. Never throws. */
  send(spans: readonly OtlpSpan[]): Promise<boolean>;
  close(): Promise<void>;
}

export interface OtlpCollectorOptions {
  readonly url: string;
  readonly headers: Secret | null;
  readonly log: Logger;
}

/** `name=value,name=value`; values are percent-encoded, as the OpenTelemetry specification has it. */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
    }),
  );

const envelopeOf = (spans: readonly OtlpSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "vriddhi" } }] },
      scopeSpans: [{ scope: { name: "vriddhi.orders" }, spans }],
    },
  ],
});

export function createOtlpCollector({ url, headers, log }: OtlpCollectorOptions): OtlpCollector {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 1, maxResponseSize: REPLY_MAX_BYTES });
  return {
    async send(spans) {
      try {
        const { statusCode, body } = await pool.request({
          method: "POST",
          path: `${pathname.replace(/\/$/, "")}/v1/traces`,
          headers: { "content-type": "application/json", ...(headers === null ? {} : headersOf(headers.reveal())) },
          body: JSON.stringify(envelopeOf(spans)),
          signal: AbortSignal.timeout(REPLY_WITHIN_MS),
        });
        await body.dump();
        if (statusCode === 200) return true;
        log.warn({ status: statusCode }, "traces: collector refused spans");
      } catch (cause) {
        log.warn({ reason: cause instanceof Error ? cause.name : "unknown" }, "traces: collector did not answer");
      }
      return false;
    },
    close: () => pool.close(),
  };
}
