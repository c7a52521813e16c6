import type { Reply } from "../../lib/api.ts";

export type ListedUser = Reply<"GET", "/api/user">[number];

export const userFilters = ["all", "subscribed", "non_subscribed"] as const;
export type UserFilter = (typeof userFilters)[number];

const keeps: Readonly<Record<UserFilter, (user: ListedUser) => boolean>> = {
  all: () => true,
  subscribed: ({ isSubscribed }) => isSubscribed,
  non_subscribed: ({ isSubscribed }) => !isSubscribed,
};

export function chooseUsers(users: readonly ListedUser[], filter: UserFilter, word: string): readonly ListedUser[] {
  const sought = word.trim().toLowerCase();
  const fits = ({ name, email }: ListedUser) =>
    sought === "" || name.toLowerCase().includes(sought) || email.toLowerCase().includes(sought);
  return users.filter((user) => keeps[filter](user) && fits(user));
}
