import { brand } from "@vriddhi/core/site/brand";

/** Sentences of the frame around every page. */
export const siteTexts = {
  skipToContent: "Skip to the content",
  mainNavigation: "Main",
  footerNavigation: "Footer",
  homeLabel: `${brand.name}, home`,
  menu: "Menu",
  closeMenu: "Close menu",
  login: "Login",
  myProfile: "My Profile",
  trial: "Start the free trial",
  logout: "Logout",
  logoutTitle: "Log out?",
  logoutBody: "A running algorithm is not stopped by this: it goes on as you have set it.",
  logoutConfirm: "Log out",
  logoutCancel: "Stay signed in",
  loggedOut: "You are logged out.",
  /** A8.2 */
  logoutFailed: "Logout failed",
  /** A8.7 */
  subscriptionCheckFailed: "Failed to check subscription status",
  partMissing:
    "This part of the page did not arrive. Check your connection and try again; if it stays so, reload the page.",
  offline: "You are offline. What you see may be out of date.",
  loadingPage: "Loading the page",
  pageMissing: "There is no page at that address, so this is the home page.",
  sandbox: "Sandbox",
  sandboxControls: "Controls",
  sandboxFrozen: "frozen",
  sandboxHeld: "waiting for Play",
  sandboxUnreachable: "clock not reachable",
  legalHeading: "Legal",
  siteHeading: "Site",
  followHeading: "Follow",
  newTab: "opens in a new tab",
} as const;

export const errorTexts = {
  title: "Something went wrong",
  body: "This page could not be shown. Try again; if it keeps happening, write to us.",
  missingTitle: "This page does not exist",
  missingBody: "The address may have changed. The home page leads everywhere.",
  retry: "Try again",
  home: "Go to the home page",
} as const;
