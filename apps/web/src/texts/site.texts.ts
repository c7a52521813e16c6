import { brand } from "@vriddhi/core/site/brand";

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
  logoutBody: "Logging out does not stop a running algorithm. It continues as you have set it.",
  logoutConfirm: "Log out",
  logoutCancel: "Stay signed in",
  loggedOut: "You are logged out.",
  logoutFailed: "Logout failed",
  subscriptionCheckFailed: "Failed to check subscription status",
  partMissing:
    "This part of the page did not load. Check your connection and try again. If that does not help, reload the page.",
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
  missingBody: "The address may have changed. You can reach every page from the home page.",
  retry: "Try again",
  home: "Go to the home page",
} as const;
