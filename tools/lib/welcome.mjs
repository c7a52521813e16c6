/** @param {string} address @param {string} logFile */
export const welcome = (address, logFile) => `
  Open       ${address}             the site
             ${address}/sandbox     mailbox, market clock, faults, demo accounts

  Log in as  demo@vriddhi.example       demo-password        subscribed, two brokers connected
             fresh@vriddhi.example      fresh-password       new here
             admin                      listed on /sandbox   the desk, at ${address}/secret

  Try first  1. Log in as demo and open Today. Follow its link to activate a broker, and choose Auto:
                the market clock starts by itself at 20 times its speed.
             2. Stay on Today. The market opens in two minutes, and orders follow its first signals a minute later.
                With Manual, a dialog on Today asks for each entry and waits 15 seconds.
             3. Sign up with an address of your own: its code arrives on /sandbox.

  Log        ${logFile}   (errors appear here too)

  Ctrl-C stops everything. Nothing here trades real money.
`;
