import { z } from "zod";
import { Secret } from "./secret.ts";

export interface TracingSettings {
  /** The collector's OTLP/HTTP address without `/v1/traces`. */
  readonly url: string;
  readonly headers: Secret | null;
  /** The part of the accounts whose entries are traced. */
  readonly ratio: number;
}

const given = <T extends z.ZodType>(type: T) => z.preprocess((text) => (text === "" ? undefined : text), type);

/** Names and meanings of the OpenTelemetry specification. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: given(z.url({ protocol: /^https?$/ }).optional()),
  OTEL_EXPORTER_OTLP_HEADERS: given(
    z
      .string()
      .regex(/^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/, "must be a list such as name=value,name=value")
      .optional(),
  ),
  OTEL_TRACES_SAMPLER_ARG: given(z.coerce.number().min(0).max(1).default(0.1)),
};

type TracingEnvironment = z.infer<z.ZodObject<typeof tracingEnvironment>>;

export const toTracing = (read: TracingEnvironment): TracingSettings | null =>
  read.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        url: read.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: read.OTEL_EXPORTER_OTLP_HEADERS === undefined ? null : new Secret(read.OTEL_EXPORTER_OTLP_HEADERS),
        ratio: read.OTEL_TRACES_SAMPLER_ARG,
      };
