import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** ₹8,997.00 */
export const formatRupees = (paise: number): string => rupees.format(paise / PAISE_PER_RUPEE);
