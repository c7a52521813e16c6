import { Link } from "react-router";
import { useIsMobile } from "../../lib/breakpoint.ts";
import { useRowWindow } from "../../lib/row-window.ts";
import { Badge } from "../../ui/badge.tsx";
import type { ListedUser } from "./user-list.ts";
import { usersTexts } from "./users.texts.ts";

const ROW_PX = 49;
const CARD_PX = 93;

const Subscription = ({ user }: { user: ListedUser }) => (
  <Badge tone={user.isSubscribed ? "info" : "neutral"} hasDot>
    {user.isSubscribed ? usersTexts.subscribed : usersTexts.notSubscribed}
  </Badge>
);

const UserLink = ({ user }: { user: ListedUser }) => (
  <Link to={`/secret/users/${user._id}`} className="underline-offset-4 hover:underline">
    {user.name}
  </Link>
);

function Space({ height }: { height: number }) {
  return height === 0 ? null : (
    <tr style={{ height }}>
      <td colSpan={3} />
    </tr>
  );
}

function WideList({ users }: { users: readonly ListedUser[] }) {
  const { list, first, end } = useRowWindow(users.length, ROW_PX);
  const head = "px-4 text-left text-xs font-medium text-muted";
  return (
    <div ref={list} className="[overflow-anchor:none]">
      <table className="w-full table-fixed" aria-rowcount={users.length + 1}>
        <caption className="sr-only">{usersTexts.tab}</caption>
        <thead>
          <tr aria-rowindex={1} className="h-10">
            <th scope="col" className={head}>
              {usersTexts.columns.name}
            </th>
            <th scope="col" className={head}>
              {usersTexts.columns.email}
            </th>
            <th scope="col" className={`${head} w-48`}>
              {usersTexts.columns.subscription}
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={first * ROW_PX} />
          {users.slice(first, end).map((user, step) => (
            <tr key={user._id} aria-rowindex={first + step + 2} className="h-[49px] border-t border-line">
              <th scope="row" className="truncate px-4 text-left font-semibold">
                <UserLink user={user} />
              </th>
              <td className="truncate px-4">{user.email}</td>
              <td className="px-4">
                <Subscription user={user} />
              </td>
            </tr>
          ))}
          <Space height={(users.length - end) * ROW_PX} />
        </tbody>
      </table>
    </div>
  );
}

function CardList({ users }: { users: readonly ListedUser[] }) {
  const { list, first, end } = useRowWindow(users.length, CARD_PX);
  return (
    <div ref={list} className="[overflow-anchor:none]">
      <ul
        aria-label={usersTexts.tab}
        style={{ paddingTop: first * CARD_PX, paddingBottom: (users.length - end) * CARD_PX }}
      >
        {users.slice(first, end).map((user, step) => (
          <li
            key={user._id}
            aria-posinset={first + step + 1}
            aria-setsize={users.length}
            className="grid h-[93px] content-center gap-0.5 border-b border-line px-4"
          >
            <b className="truncate text-[0.9375rem] font-semibold">
              <UserLink user={user} />
            </b>
            <span className="truncate text-muted">{user.email}</span>
            <Subscription user={user} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** All users are one list, and only those in sight are in the document. */
export function UsersTable({ users }: { users: readonly ListedUser[] }) {
  return useIsMobile() ? <CardList users={users} /> : <WideList users={users} />;
}
