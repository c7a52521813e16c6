export const deskTexts = {
  waiting: (count: number) => `, ${count} waiting`,
  name: "Back office",
  welcome: (username: string) => `Welcome, ${username === "" ? "Admin" : username}`,
  tradingDay: "trading day",
  noTradingDay: "no trading today",
  ist: "IST",
  logout: "Logout",
  menu: "Menu",
  openMenu: "Open menu",
  readOnly: "Read-only: this login sees everything and changes nothing.",
  refresh: "Refresh",
} as const;

/** C9.7: shown wherever displayed times are not IST. */
export const timeTexts = {
  lag: (minutes: number) => {
    const span = Math.abs(minutes);
    const parts = [Math.floor(span / 60) > 0 && `${Math.floor(span / 60)} h`, span % 60 > 0 && `${span % 60} min`];
    return parts.filter(Boolean).join(" ");
  },
  shown: "Times on this page are shown",
  back: "back",
  ahead: "ahead",
  rest: "The clock at the top shows true IST. Point at a time to see its true time.",
  ist: (time: string) => `${time} IST`,
  shownAs: (time: string) => `shown as ${time}`,
  trueInstant: (text: string) => `True time: ${text}`,
  never: "Never",
} as const;

export const capitalTexts = {
  title: "Active Users Capital Summary",
  total: "Total Active Capital",
  users: "Active Users Count",
  updated: "Last Updated",
  zone: "Asia/Kolkata",
  loading: "Loading the capital summary",
  none: "No data available",
  failed: "Failed to load capital summary",
} as const;

export const proofTexts = {
  title: "Confirm that it is you",
  lead: "What you want to do now needs fresh proof. It holds for ten minutes.",
  password: "Password",
  code: "Authentication code",
  cancel: "Cancel",
  submit: "Confirm",
  failed: "That could not be checked. Please try again.",
} as const;

export const secondAdminTexts = {
  title: "Waiting for a second admin",
  alone: "Only one admin.",
  aloneBody: "No second admin confirms refunds, payouts, roles, coupons or large orders.",
  askedBy: (name: string) => `Asked by ${name}`,
  until: "until",
  confirm: "Confirm",
  refuse: "Refuse",
  own: "Your own: another admin has to confirm it.",
  unfinished: "Confirmed, but the server restarted before it was done. Another admin has to confirm it again.",
  failed: "That could not be done. Please try again.",
} as const;
