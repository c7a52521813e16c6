import type { EpochMs } from "@vriddhi/core/time/clock";

export interface KeptImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Names of the same picture in other widths. */
  readonly sources: readonly { readonly name: string; readonly width: number }[];
  readonly uploadedAt: EpochMs;
  readonly uploadedBy: string | null;
}

export interface ImageStore {
  add(image: KeptImage): Promise<void>;
  find(name: string): Promise<KeptImage | null>;
  remove(name: string): Promise<void>;
}
