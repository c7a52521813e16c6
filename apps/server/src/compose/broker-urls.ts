import { type ZerodhaUrls, zerodhaUrls } from "@vriddhi/brokers/zerodha/endpoints";

/** Where the brokers are. */
export interface BrokerUrls {
  readonly zerodha: ZerodhaUrls;
}

export const realBrokerUrls: BrokerUrls = { zerodha: zerodhaUrls };
