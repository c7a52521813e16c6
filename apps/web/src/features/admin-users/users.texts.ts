/** C2.43 */
export const usersTexts = {
  title: "Admin dashboard",
  tab: "Users",
  tabs: "Admin dashboard",
  filter: "Show",
  filters: { all: "All", subscribed: "Subscribed", non_subscribed: "Non-Subscribed" },
  search: "Find by name or e-mail",
  count: (count: number) => `${count.toLocaleString("en-IN")} user${count === 1 ? "" : "s"}`,
  columns: { name: "Name", email: "E-mail", subscription: "Subscription" },
  subscribed: "Subscribed",
  notSubscribed: "Non-Subscribed",
  csv: "CSV",
  csvFailed: "The file could not be made. Please try again.",
  loading: "Loading users",
  failed: "The list of users could not be read",
  none: "Nobody here",
  noneBody: "No user fits what you chose.",
} as const;
