/**
 * What somebody at a terminal wants to know once the sandbox is ready: where to look, how to log in, what to try first.
 * @param {string} address
 */
export const welcome = (address) => `
  Open       ${address}             the site
             ${address}/sandbox     mailbox, market clock, faults, demo accounts

  Log in as  demo@vriddhi.example       demo-password        subscribed, two brokers connected
             fresh@vriddhi.example      fresh-password       new here
             operator@vriddhi.example   operator-password    the desk, at ${address}/secret

  Try first  1. Log in as demo, open Today, and activate the algorithm.
             2. On /sandbox press Play: the market opens, signals come, orders follow.
             3. Sign up with an address of your own: its code arrives on /sandbox.

  Ctrl-C stops everything. Nothing here trades real money.
`;
