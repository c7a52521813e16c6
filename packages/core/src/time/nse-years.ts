/**
 * NSE's cash segment by year, as months and days; a year that is not here comes from the database. `special`: sessions
 * with announced hours, which the strategy does not trade: Muhurat, Saturdays and Sundays. `short`: ordinary days on
 * which trading was halted.
 */
export interface NseYear {
  readonly closed: string;
  readonly special?: readonly string[];
  readonly short?: readonly string[];
}

export const nseYears: Readonly<Record<number, NseYear>> = {
  2018: {
    closed: "01-26 02-13 03-02 03-29 03-30 05-01 08-15 08-22 09-13 09-20 10-02 10-18 11-08 11-23 12-25",
    special: ["11-07 17:30-18:30"],
  },
  2019: {
    closed: "03-04 03-21 04-17 04-19 04-29 05-01 06-05 08-12 08-15 09-02 09-10 10-02 10-08 10-21 10-28 11-12 12-25",
    special: ["10-27 18:15-19:15"],
  },
  2020: {
    closed: "02-21 03-10 04-02 04-06 04-10 04-14 05-01 05-25 10-02 11-16 11-30 12-25",
    special: ["02-01 09:15-15:30", "11-14 18:15-19:15"],
    short: ["03-13 09:15-15:30", "03-23 09:15-15:30"],
  },
  2021: {
    closed: "01-26 03-11 03-29 04-02 04-14 04-21 05-13 07-21 08-19 09-10 10-15 11-05 11-19",
    special: ["11-04 18:15-19:15"],
    short: ["02-24 09:15-17:00"],
  },
  2022: {
    closed: "01-26 03-01 03-18 04-14 04-15 05-03 08-09 08-15 08-31 10-05 10-26 11-08",
    special: ["10-24 18:15-19:15"],
  },
  2023: {
    closed: "01-26 03-07 03-30 04-04 04-07 04-14 05-01 06-29 08-15 09-19 10-02 10-24 11-14 11-27 12-25",
    special: ["11-12 18:15-19:15"],
  },
  2024: {
    closed: "01-22 01-26 03-08 03-25 03-29 04-11 04-17 05-01 05-20 06-17 07-17 08-15 10-02 11-15 11-20 12-25",
    special: ["01-20 09:15-15:30", "03-02 09:15-12:30", "05-18 09:15-12:30", "11-01 18:00-19:00"],
  },
  2025: {
    closed: "02-26 03-14 03-31 04-10 04-14 04-18 05-01 08-15 08-27 10-02 10-22 11-05 12-25",
    special: ["02-01 09:15-15:30", "10-21 13:45-14:45"],
  },
  2026: {
    closed: "01-15 01-26 03-03 03-26 03-31 04-03 04-14 05-01 05-28 06-26 09-14 10-02 10-20 11-10 11-24 12-25",
    // The hour of this Muhurat is assumed: the list has its day only.
    special: ["02-01 09:15-15:30", "11-08 18:15-19:15"],
  },
};
