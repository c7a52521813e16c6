import {
  isPersonRole,
  type PersonRole,
  ROLE_WAIT_MS,
  type RoleRefusal,
  roleRefusal,
} from "@vriddhi/core/back-office/staff-role";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Tx } from "../../platform/db/database.ts";
import { deskUserMessages, deskUserTexts } from "./desk-user.messages.ts";
import type { DeskAct } from "./desk-user.service.ts";
import type { DeskUserStore } from "./desk-user.store.ts";

interface Holder {
  readonly id: string;
  readonly role: PersonRole;
}

export interface RoleServiceDeps<Person extends Holder = Holder> {
  readonly store: Pick<DeskUserStore, "find" | "transaction">;
  hold(tx: Tx, userId: string): Promise<{ readonly person: Person | null; readonly adminIds: readonly string[] }>;
  change(tx: Tx, person: Person, role: PersonRole, act: DeskAct & { readonly confirmedBy?: string }): Promise<void>;
  askSecond(
    act: { sentence: string; input: Readonly<Record<string, unknown>>; waitsMs: number },
    by: { userId: string; ip: string },
  ): Promise<string | null>;
}

type Refused = "not_found" | "own_role" | "same_role" | "last_admin" | "forbidden";

export interface RoleService {
  change(
    userId: string,
    role: PersonRole,
    act: DeskAct,
  ): Promise<Result<{ readonly message: string; readonly waitingId: string | null }, Refused>>;
  changeConfirmed(
    input: Readonly<Record<string, unknown>>,
    act: Omit<DeskAct, "reason"> & { readonly confirmedBy: string },
  ): Promise<string>;
}

const codeOf = (refusal: RoleRefusal): Refused => (refusal === "decider_gone" ? "forbidden" : refusal);

export function createRoleService<Person extends Holder>(deps: RoleServiceDeps<Person>): RoleService {
  const { store, hold, change, askSecond } = deps;

  const findRefusal = async (
    tx: Tx,
    userId: string,
    role: PersonRole,
    deciderIds: readonly string[],
  ): Promise<Result<Person, "not_found" | RoleRefusal>> => {
    const { person, adminIds } = await hold(tx, userId);
    if (person === null) return err("not_found");
    const refusal = roleRefusal({ person, role, adminIds, deciderIds });
    return refusal === null ? ok(person) : err(refusal);
  };

  const perform = (
    userId: string,
    role: PersonRole,
    act: DeskAct & { readonly confirmedBy?: string },
  ): Promise<Result<string, "not_found" | RoleRefusal>> =>
    store.transaction(async (tx) => {
      const deciderIds = act.confirmedBy === undefined ? [act.byUserId] : [act.byUserId, act.confirmedBy];
      const checked = await findRefusal(tx, userId, role, deciderIds);
      if (!checked.ok) return checked;
      await change(tx, checked.value, role, act);
      return ok(deskUserTexts.roleChanged(role));
    });

  return {
    async change(userId, role, act) {
      const checked = await store.transaction((tx) => findRefusal(tx, userId, role, [act.byUserId]));
      if (!checked.ok) return err(checked.error === "not_found" ? "not_found" : codeOf(checked.error));
      const found = await store.find(userId);
      const sentence = deskUserTexts.roleAsked(found?.name ?? "", checked.value.role, role, act.reason);
      const input = { userId, role, reason: act.reason };
      const waitingId = await askSecond(
        { sentence, input, waitsMs: ROLE_WAIT_MS },
        { userId: act.byUserId, ip: act.ip },
      );
      if (waitingId !== null) return ok({ message: deskUserTexts.waiting, waitingId });
      const done = await perform(userId, role, act);
      if (done.ok) return ok({ message: done.value, waitingId: null });
      return err(done.error === "not_found" ? "not_found" : codeOf(done.error));
    },
    async changeConfirmed({ userId, role, reason }, act) {
      const wanted = String(role);
      if (!isPersonRole(wanted)) return deskUserTexts.roleKept;
      const done = await perform(String(userId), wanted, { ...act, reason: String(reason) });
      if (done.ok) return done.value;
      const { error } = done;
      return error === "not_found" || error === "decider_gone" ? deskUserTexts.roleKept : deskUserMessages[error];
    },
  };
}
