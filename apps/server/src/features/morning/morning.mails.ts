import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

const BROKER_TITLES: Readonly<Record<BrokerName, string>> = { fyers: "Fyers", zerodha: "Zerodha", angelone: "Angel One" };

export interface ConnectMail {
  readonly to: Mail["to"];
  readonly broker: BrokerName;
  readonly url: string;
  readonly isLast: boolean;
}

export function connectMail({ to, broker, url, isLast }: ConnectMail): Mail {
  const title = BROKER_TITLES[broker];
  return {
    to,
    subject: isLast ? `Last call before the open: log in to ${title}` : `Log in to ${title} for today`,
    ...renderMail({
      heading: `${title} needs you this morning`,
      paragraphs: [
        `${title} asks for your own login each trading day. Open this link, log in at ${title}, and you are connected:`,
        url,
        "Whoever is connected by 9:10 in the morning can trade today.",
      ],
      closing: "The link works once and opens nothing but this login. You need not do anything if you sit today out.",
    }),
  };
}
