const LIST_BYTES = 60_000_000;
export const SHARES = 2_000;

/** As Angel One's: shares among two hundred thousand options. */
export function makeScripMaster(): string {
  const rows: string[] = [];
  let length = 2;
  for (let n = 0; length < LIST_BYTES; n++) {
    const isShare = n % 150 === 0 && n / 150 < SHARES;
    const [symbol, segment] = isShare ? [`SHARE${n}-EQ`, "NSE"] : [`NIFTY26NOV${n}CE`, "NFO"];
    const row = `{"token":"${100_000 + n}","symbol":"${symbol}","name":"NAME ${n}","expiry":"26NOV2026","strike":"2400000.000000","lotsize":"1","instrumenttype":"OPTIDX","exch_seg":"${segment}","tick_size":"5.000000"}`;
    rows.push(row);
    length += row.length + 1;
  }
  return `[${rows.join(",")}]`;
}

/** As Fyers'. */
export function makeSymbolMaster(): string {
  const lines: string[] = [];
  let length = 0;
  for (let n = 0; length < LIST_BYTES; n++) {
    const isShare = n % 150 === 0 && n / 150 < SHARES;
    const [ticker, place] = isShare ? [`NSE:SHARE${n}-EQ`, "10,10"] : [`NSE:NIFTY26NOV${n}CE`, "10,11"];
    const line = `1010000000${100_000 + n},SHARE NUMBER ${n},0,1,0.05,INE${n},0915-1530|1815-1915:,2026-11-16,,${ticker},${place},${n},NAME,${n},-1.0,XX,1010000000${n},None,0,0.0`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join("\n")}\n`;
}
