import { sampleOf } from "@vriddhi/testing/deep";
import { describe, expect, it } from "vitest";
import { planDay } from "../plan/day-plan.ts";
import { runDay } from "./run-day.ts";

/** Includes twenty dense ones. */
const FIRST_SEED = 181;
const DAYS = 100;

async function violationsOf(seed: number): Promise<readonly string[]> {
  const { violations } = await runDay(planDay(seed));
  return violations.map(({ invariant, account, detail }) => `${invariant}, ${account}, ${detail}`);
}

/** Regression seeds, with what each found. */
const fixed: readonly (readonly [number, string])[] = [
  [6, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [12, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [19, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [21, "an answer that was recorded twice because the acknowledgement of its own commit was lost"],
  [23, "a stop that the exchange ended without a push while the book was at rest"],
  [30, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [35, "a refused change of a stop whose limit is the requested one already"],
  [36, "the broker's own closing trade missing from the day's result after a hand-over"],
  [39, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [51, "a second exit in a row that the exchange ended, whose successor waited for the next scan of the position"],
  [64, "an exit of a killed process, unresolved for longer because reads failed and commits were lost"],
  [110, "a position without an alert at ten past three, because every change of its exit failed"],
  [126, "an exit that the exchange ended, not replaced for three seconds because its position was not read"],
  [144, "a stop that the exchange ended without a push while the book was at rest"],
  [150, "a stop that the exchange ended without a push while the book was at rest"],
  [152, "a stop that the exchange ended without a push while the book was at rest"],
  [162, "a signal that arrives while a lease has run out"],
  [193, "an entry that kept filling behind its first stop, which is raised when the entry has ended"],
  [210, "an exit in a halted share that was sent every five seconds until the broker had it a hundred times"],
  [241, "exits that waited for room in a minute in which a broker allows eight orders"],
  [250, "a fill after the last look at the position, uncovered until the next one"],
  [422, "a broker that closed what we closed too"],
  [433, "an entry that came back unsent and waited for a price that it could meet"],
  [485, "an entry that came back unsent and waited for a price that it could meet"],
  [500, "an entry that waited for room at its broker and left after the daily stop was hit"],
  [503, "a first book that was delayed after a restart by the orders before it"],
  [598, "a refused exit that was not followed at once, because another one had been given up before"],
  [607, "a stop whose raise was refused twice, requested again only after five seconds"],
  [677, "a share of which the user held some before, so that our rest had to be proved"],
  [697, "exits that waited for room, because calls were counted that a killed process never made"],
  [960, "a raise of a stop that a killed process never requested, awaited for two minutes as if it could arrive"],
  [1022, "an exit of a killed process, looked up again because rows were unreadable for a while"],
  [1049, "a day that was ended by a loss at a price that had triggered the stop first"],
  [1257, "an exit that the exchange cancelled at the circuit, replaced late because of the circuit alert"],
  [1395, "a stop that was cancelled to be replaced in a minute that had no room for the second call"],
  [1413, "an exit of a killed process, looked up again because rows were unreadable for a while"],
  [1606, "an entry that left a process which was paused between its last check and the write"],
  [1648, "an exit of a killed process, looked up again because rows were unreadable for a while"],
  [1702, "a look at book and position that proved nothing and was not repeated for three seconds"],
  [1819, "an entry that appeared when the broker had closed everything"],
  [1837, "a target that was reached by a false print, because another source had ticked after it"],
  [1872, "a change to the circuit price that was requested again although the order was there already"],
  [2093, "an exit that was lost after another one had been given up"],
  [2110, "a day that was ended by a loss at a price that had triggered the stop first"],
  [2138, "a stop whose raise was refused twice, requested again only after five seconds"],
  [2139, "a stop whose raise was refused twice, requested again only after five seconds"],
  [2168, "a share of which the user held some on the other side before"],
  [2188, "an entry without a conclusion, because a lease had run out while it was stored"],
  [2454, "a late order that was closed by the user and us together"],
  [2955, "a stop that waited for room, because attempts were counted that had not left without a login"],
  [5376, "an exit that was looked up in books with an unreadable row"],
  [5714, "a user's sale, not proved because a foreign order's row was unreadable"],
  [7121, "a user's repurchase, never proved because each position read was replaced by a newer one"],
  [7325, "an entry that came back unsent and was held back by a price of some seconds ago"],
  [20171, "a paused process that was woken by a second pause"],
  [20192, "a stop that the exchange had triggered at the circuit in the instant before it was replaced"],
  [22538, "changes of exits that the broker counts among the reads of its books"],
  [27621, "a stop of the first part that Angel One's book had to show as cancelled before it was replaced"],
  [30843, "an entry that waited because another one of its account was missing at the broker"],
  [30892, "a position that the user and we closed both, because the change of the stop was lost as it triggered"],
  [35765, "an entry that waited because another one of its account was missing at the broker"],
  [40277, "an entry whose price came within reach at the moment in which the broker accepted calls again"],
  [46125, "an entry that appeared and filled around ten past three and was looked up twice a minute"],
  [46224, "an exit one too many for its minute, because a call was counted before a paused process had made it"],
  [67288, "a call one too many for its minute, because a refused one was not counted"],
  [78528, "a process that took over and waited for the broker's own square-off from its first look on"],
];

describe("a simulated day with faults and crashes", () => {
  it.each(sampleOf(fixed, 8))("%i, which found %s, keeps every rule", async (seed) => {
    expect(await violationsOf(seed)).toEqual([]);
  });

  it.each(
    sampleOf(
      Array.from({ length: DAYS }, (_, index) => FIRST_SEED + index),
      12,
    ),
  )("%i keeps every rule", async (seed) => {
    expect(await violationsOf(seed)).toEqual([]);
  });
});
