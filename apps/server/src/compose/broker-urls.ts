import { type AngelOneUrls, angelOneUrls } from "@vriddhi/brokers/angelone/endpoints";
import { type FyersUrls, fyersUrls } from "@vriddhi/brokers/fyers/endpoints";
import { type ZerodhaUrls, zerodhaUrls } from "@vriddhi/brokers/zerodha/endpoints";

/** Where the brokers are. */
export interface BrokerUrls {
  readonly fyers: FyersUrls;
  readonly zerodha: ZerodhaUrls;
  readonly angelone: AngelOneUrls;
}

export const realBrokerUrls: BrokerUrls = { fyers: fyersUrls, zerodha: zerodhaUrls, angelone: angelOneUrls };
