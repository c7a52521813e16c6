import type { EpochMs } from "@vriddhi/core/time/clock";
import type { LinkRefusal } from "./link.store.ts";

interface RefusalColumns {
  readonly refusalCode: LinkRefusal["code"] | null;
  readonly refusalDetail: string | null;
  readonly refusedAt: EpochMs | null;
}

export const clearedRefusal = { refusalCode: null, refusalDetail: null, refusedAt: null } as const;

export const refusalColumns = ({ code, detail, at }: LinkRefusal): RefusalColumns => ({
  refusalCode: code,
  refusalDetail: detail,
  refusedAt: at,
});

export const refusalOf = ({ refusalCode, refusalDetail, refusedAt }: RefusalColumns): LinkRefusal | null =>
  refusalCode === null || refusedAt === null ? null : { code: refusalCode, detail: refusalDetail ?? "", at: refusedAt };
