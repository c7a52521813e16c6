import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { PAISE_PER_RUPEE, paise } from "@vriddhi/core/shared/money";
import { useState } from "react";
import type { Reply } from "../../lib/api.ts";
import { formatIstDate, formatIstDateTime, formatPaise, instantOf } from "../../lib/format.ts";
import { initialsOf } from "../../lib/initials.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ActDialog, type ActKind, type Purchase } from "./act-dialog.tsx";
import { actTexts, deskUserTexts } from "./desk-user.texts.ts";

const isStaffRole = (role: string): role is keyof typeof deskUserTexts.roles => role in deskUserTexts.roles;

export type DeskUser = Reply<"GET", "/api/admin/users/{userId}">;

const nameOf = (broker: DeskUser["links"][number]["broker"]): string =>
  broker === "paper" ? deskUserTexts.paper : brokerTitles[broker];
const rupees = (amount: number): string => formatPaise(paise(Math.round(amount * PAISE_PER_RUPEE)));
const dateOf = (at: string): string => formatIstDate(instantOf(at));

function Fact({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="grid content-start gap-0.5 border-line px-4 py-3 max-lg:border-b lg:border-l lg:first:border-l-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures text-[0.9375rem] font-semibold">{value}</dd>
      <dd className="figures text-xs text-muted">{note}</dd>
    </div>
  );
}

function planFact({ periods }: DeskUser): { value: string; note: string } {
  const running = periods.find(({ state }) => state === "running");
  if (running === undefined) return { value: deskUserTexts.none, note: "" };
  const last = periods
    .filter(({ state }) => state !== "past")
    .reduce((end, { to }) => (to > end ? to : end), running.to);
  return { value: deskUserTexts.upTo(running.plan, rupees(running.band)), note: deskUserTexts.until(dateOf(last)) };
}

function Facts({ data, purchases }: { data: DeskUser; purchases: readonly Purchase[] }) {
  const { capital, links, user } = data;
  const paid = purchases.reduce(
    (sum, { amount, refunded, payment_id: id }) => sum + (id === null ? 0 : amount - refunded),
    0,
  );
  const connected = links.filter(({ is_connected: isConnected }) => isConnected).length;
  const { plan, capital: capitalName, links: linksName, paid: paidName } = deskUserTexts.facts;
  return (
    <dl className="grid border-t border-line lg:grid-cols-4">
      <Fact name={plan} {...planFact(data)} />
      <Fact
        name={capitalName}
        value={capital === null ? deskUserTexts.none : rupees(capital.amount)}
        note={capital === null ? "" : capital.is_active ? deskUserTexts.active : deskUserTexts.inactive}
      />
      <Fact
        name={linksName}
        value={
          links.length === 0
            ? deskUserTexts.none
            : links.map(({ broker, client_id: id }) => `${nameOf(broker)} ${id}`).join(", ")
        }
        note={
          links.length === 0
            ? user.last_login_at === null
              ? deskUserTexts.noLogin
              : deskUserTexts.lastLogin(formatIstDateTime(instantOf(user.last_login_at)))
            : deskUserTexts.connectedOf(connected, links.length)
        }
      />
      <Fact name={paidName} value={rupees(paid)} note={deskUserTexts.purchases(purchases.length)} />
    </dl>
  );
}

interface ActsProps {
  data: DeskUser;
  purchases: readonly Purchase[];
  /** No admin changes their own role. */
  isSelf: boolean;
}

function Acts({ data, purchases, isSelf }: ActsProps) {
  const [kind, setKind] = useState<ActKind | null>(null);
  const isSuspended = data.suspension !== null;
  return (
    <div className="flex flex-wrap gap-2 sm:ml-auto">
      <Button size="sm" onClick={() => setKind("extend")}>
        {actTexts.extend}
      </Button>
      <Button size="sm" onClick={() => setKind("refund")}>
        {actTexts.refund}
      </Button>
      {!isSelf && (
        <Button size="sm" onClick={() => setKind("role")}>
          {actTexts.changeRole}
        </Button>
      )}
      <Button
        size="sm"
        className={isSuspended ? undefined : "border-danger! text-danger!"}
        onClick={() => setKind(isSuspended ? "restore" : "suspend")}
      >
        {isSuspended ? actTexts.restore : actTexts.suspend}
      </Button>
      {kind && (
        <ActDialog
          kind={kind}
          userId={data.user.id}
          currentRole={data.user.role}
          purchases={purchases}
          onClose={() => setKind(null)}
        />
      )}
    </div>
  );
}

interface UserFactsProps {
  data: DeskUser;
  purchases: readonly Purchase[];
  canAct: boolean;
  isSelf: boolean;
  isReady: boolean | null;
}

export function UserFacts({ data, purchases, canAct, isSelf, isReady }: UserFactsProps) {
  const { user, suspension } = data;
  const line = [user.email, user.phone && `+${user.phone}`, deskUserTexts.since(dateOf(user.created_at))];
  return (
    <section aria-label={user.name} className="overflow-clip rounded-lg border border-line bg-surface shadow-card">
      <header className="flex flex-wrap items-center gap-3 px-4 py-3">
        <span
          className="grid size-11 shrink-0 place-items-center rounded-full bg-raised text-sm font-semibold"
          aria-hidden="true"
        >
          {initialsOf(user.name)}
        </span>
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <strong className="text-base font-semibold wrap-anywhere">{user.name}</strong>
            {isStaffRole(user.role) && <Badge tone="info">{deskUserTexts.roles[user.role]}</Badge>}
            {suspension && <Badge tone="danger">{deskUserTexts.suspended}</Badge>}
            {!suspension && isReady !== null && (
              <Badge tone={isReady ? "info" : "warn"}>{isReady ? deskUserTexts.ready : deskUserTexts.notReady}</Badge>
            )}
          </p>
          <p className="text-sm wrap-anywhere text-muted">{line.filter(Boolean).join(" · ")}</p>
        </div>
        {canAct && <Acts data={data} purchases={purchases} isSelf={isSelf} />}
      </header>
      {suspension && (
        <p className="bg-danger/10 px-4 py-2 text-sm wrap-anywhere">
          {deskUserTexts.suspendedNote(
            dateOf(suspension.since),
            suspension.by ?? deskUserTexts.unnamed,
            suspension.reason,
          )}
        </p>
      )}
      <Facts data={data} purchases={purchases} />
    </section>
  );
}
