import type { SupportTopic } from "@vriddhi/core/site/support-message";

export const supportTopics: Readonly<Record<SupportTopic, string>> = {
  account: "Account and login",
  broker: "Broker connection",
  trading: "Trading and the algorithm",
  payment: "Payment and refund",
  ebook: "E-book",
  other: "Something else",
};
