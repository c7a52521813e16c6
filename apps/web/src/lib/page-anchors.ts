/** Where on a connection's tab the address to register stands. */
export const EGRESS_ANCHOR = "static-address";
