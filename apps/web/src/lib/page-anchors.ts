/** The anchor of the address to register on a connection's tab. */
export const EGRESS_ANCHOR = "static-address";
