/** States and union territories by the two leading digits of tax numbers. */
export const STATES = {
  "01": "Jammu and Kashmir",
  "02": "Himachal Pradesh",
  "03": "Punjab",
  "04": "Chandigarh",
  "05": "Uttarakhand",
  "06": "Haryana",
  "07": "Delhi",
  "08": "Rajasthan",
  "09": "Uttar Pradesh",
  "10": "Bihar",
  "11": "Sikkim",
  "12": "Arunachal Pradesh",
  "13": "Nagaland",
  "14": "Manipur",
  "15": "Mizoram",
  "16": "Tripura",
  "17": "Meghalaya",
  "18": "Assam",
  "19": "West Bengal",
  "20": "Jharkhand",
  "21": "Odisha",
  "22": "Chhattisgarh",
  "23": "Madhya Pradesh",
  "24": "Gujarat",
  "26": "Dadra and Nagar Haveli and Daman and Diu",
  "27": "Maharashtra",
  "29": "Karnataka",
  "30": "Goa",
  "31": "Lakshadweep",
  "32": "Kerala",
  "33": "Tamil Nadu",
  "34": "Puducherry",
  "35": "Andaman and Nicobar Islands",
  "36": "Telangana",
  "37": "Andhra Pradesh",
  "38": "Ladakh",
} as const;

export type StateCode = keyof typeof STATES;

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(STATES, text);

export const STATE_CODES: readonly StateCode[] = Object.keys(STATES)
  .filter(isStateCode)
  .toSorted((one, other) => (STATES[one] < STATES[other] ? -1 : 1));

export const stateTitle = (code: StateCode): string => `${STATES[code]} (${code})`;

/** Union territories without a legislature, where the local half of the tax has another name. */
const WITHOUT_PARLIAMENT: ReadonlySet<StateCode> = new Set(["04", "26", "31", "35", "38"]);

export const localTaxOf = (code: StateCode): "SGST" | "UTGST" => (WITHOUT_PARLIAMENT.has(code) ? "UTGST" : "SGST");
