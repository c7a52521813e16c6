export const EGRESS_ANCHOR = "static-address";
