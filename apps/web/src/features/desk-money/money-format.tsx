import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { Link } from "react-router";
import { formatIstDate, formatPaise, formatSignedPaise, instantOf } from "../../lib/format.ts";
import { classNames } from "../../ui/class-names.ts";
import { moneyTexts } from "./money.texts.ts";

const inPaise = (rupees: number): Paise => paise(Math.round(rupees * PAISE_PER_RUPEE));

export const amountOf = (rupees: number): string => formatPaise(inPaise(rupees), "always");
export const dayOf = (at: string): string => formatIstDate(instantOf(at));

export function Result({ rupees }: { rupees: number | null }) {
  if (rupees === null) return <span className="text-muted">–</span>;
  const tone = rupees < 0 ? "text-loss" : rupees > 0 ? "text-profit" : "";
  return <span className={classNames("figures whitespace-nowrap", tone)}>{formatSignedPaise(inPaise(rupees))}</span>;
}

/** The user of the case; an admin may have typed the name. */
export function Person({ userId, username }: { userId: string | null; username: string | null }) {
  if (userId === null || username === null) return <span className="text-muted">{moneyTexts.deleted}</span>;
  return (
    <Link className="break-words underline underline-offset-4" to={`/secret/users/${userId}`}>
      {username}
    </Link>
  );
}
