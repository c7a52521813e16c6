/** A share by NSE's symbol; the ISIN survives a change of symbol. */
export interface UniverseShare {
  readonly symbol: string;
  readonly isin: string;
}

const SHARES: readonly (readonly [symbol: string, isin: string])[] = [
  ["HDFCBANK", "INE040A01034"],
  ["ICICIBANK", "INE090A01021"],
  ["RELIANCE", "INE002A01018"],
  ["INFY", "INE009A01021"],
  ["BHARTIARTL", "INE397D01024"],
  ["SBIN", "INE062A01020"],
  ["AXISBANK", "INE238A01034"],
  ["ETERNAL", "INE758T01015"],
  ["BAJFINANCE", "INE296A01032"],
  ["M&M", "INE101A01026"],
  ["TCS", "INE467B01029"],
  ["LT", "INE018A01030"],
  ["TVSMOTOR", "INE494B01023"],
  ["SHRIRAMFIN", "INE721A01047"],
  ["HINDALCO", "INE038A01020"],
  ["MARUTI", "INE585B01010"],
  ["KOTAKBANK", "INE237A01036"],
  ["TECHM", "INE669C01036"],
  ["HCLTECH", "INE860A01027"],
  ["JIOFIN", "INE758E01017"],
  ["BEL", "INE263A01024"],
  ["SUNPHARMA", "INE044A01036"],
  ["TITAN", "INE280A01028"],
  ["IDEA", "INE669E01016"],
  ["HEROMOTOCO", "INE158A01026"],
  ["TATASTEEL", "INE081A01020"],
  ["ITC", "INE154A01025"],
  ["SUZLON", "INE040H01021"],
  ["BAJAJ-AUTO", "INE917I01010"],
  ["EICHERMOT", "INE066A01021"],
  ["BHEL", "INE257A01026"],
  ["INDIGO", "INE646L01027"],
  ["ADANIPORTS", "INE742F01042"],
  ["DIVISLAB", "INE361B01024"],
  ["ULTRACEMCO", "INE481G01011"],
  ["ADANIENT", "INE423A01024"],
  ["HAL", "INE066F01020"],
  ["NTPC", "INE733E01010"],
  ["NESTLEIND", "INE239A01024"],
  ["VEDL", "INE205A01025"],
  ["CANBK", "INE476A01022"],
  ["ONGC", "INE213A01029"],
  ["BAJAJFINSV", "INE918I01026"],
  ["DRREDDY", "INE089A01031"],
  ["TMPV", "INE155A01022"],
  ["TRENT", "INE849A01020"],
  ["APOLLOHOSP", "INE437A01024"],
  ["HINDUNILVR", "INE030A01027"],
  ["COALINDIA", "INE522F01014"],
  ["POWERGRID", "INE752E01010"],
  ["ASIANPAINT", "INE021A01026"],
  ["SAIL", "INE114A01011"],
  ["BANKBARODA", "INE028A01039"],
  ["JSWSTEEL", "INE019A01038"],
  ["WIPRO", "INE075A01022"],
  ["DLF", "INE271C01023"],
  ["MAXHEALTH", "INE027H01010"],
  ["SBILIFE", "INE123W01016"],
  ["TATACONSUM", "INE192A01025"],
  ["GAIL", "INE129A01019"],
  ["INDUSINDBK", "INE095A01012"],
  ["CIPLA", "INE059A01026"],
  ["SOLARINDS", "INE343H01029"],
  ["HDFCLIFE", "INE795G01014"],
  ["PNB", "INE160A01022"],
  ["IOC", "INE242A01010"],
  ["GRASIM", "INE047A01021"],
  ["YESBANK", "INE528G01035"],
  ["TATAPOWER", "INE245A01021"],
];

/**
 * The followed shares in share-number order: those with futures and options, because they have the deepest books and no
 * fixed band. Turnover selects each day's universe among them.
 */
export const UNIVERSE: readonly UniverseShare[] = SHARES.map(([symbol, isin]) => ({ symbol, isin }));

/** The market index on which the models were trained. It has no ISIN; its data is stored under this name. */
export const MARKET_INDEX: UniverseShare = { symbol: "NIFTY50", isin: "NIFTY50" };
