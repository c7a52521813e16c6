import { brand } from "@vriddhi/core/site/brand";

export const ebookTexts = {
  buyNow: "Buy Now",
  processing: "Processing...",
  payWith: "UPI, card or net banking. The download opens on this page and comes by mail too.",
  description: "E-book, PDF",
  widgetFailed: "Failed to load payment gateway",
  keyFailed: "Failed to fetch payment configuration",
  orderFailed: "Failed to create order",
  verificationFailed: "Payment verification failed. Please contact support.",
  paymentFailed: "Payment failed. Please try again.",
  ready: "Your e-book is ready",
  readyLead: "Thank you. The PDF is yours to keep, to print and to read wherever you like.",
  download: "Download the e-book",
  mailed: "The same link is on its way to the email address you paid with.",
  expires: (when: string) =>
    `This link works until ${when}. This page makes a new one whenever you open it on this device.`,
  forget: "Forget this purchase on this device",
  loading: "Fetching your e-book",
  pending: "Payment received, being confirmed",
  pendingLead:
    "Your bank has not confirmed the payment yet. The download appears here when it does. Please do not pay again.",
  linkFailed: "Your download did not open",
  linkFailedLead:
    "We could not reach the server just now. Your purchase is kept on this device, and the link comes by mail.",
  retry: "Try again",
  support: "Write to support",
  home: `${brand.name}, home`,
} as const;
