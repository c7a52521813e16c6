import { sampleOf } from "@vriddhi/testing/deep";
import { describe, expect, it } from "vitest";
import { planDay } from "../plan/day-plan.ts";
import { runDay } from "./run-day.ts";

/** Twenty dense ones among them. */
const FIRST_SEED = 181;
const DAYS = 100;

/** Runs the day of a seed; a line for each violation of a rule. */
async function violationsOf(seed: number): Promise<readonly string[]> {
  const { violations } = await runDay(planDay(seed));
  return violations.map(({ invariant, account, detail }) => `${invariant}, ${account}, ${detail}`);
}

/** Every seed that ever failed, with what it found. */
const fixed: readonly (readonly [number, string])[] = [
  [6, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [12, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [19, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [21, "an answer that was recorded twice because the answer of its own commit was lost"],
  [23, "a stop that the exchange ended while the book was at rest and no push told of it"],
  [30, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [35, "a refused change of a stop whose limit is the wanted one already"],
  [36, "the broker's own closing trade missing from the day's result after a hand-over"],
  [39, "a stop that was refused while a look at book, position and book kept the book from being read"],
  [51, "a second exit in a row that the exchange ended, whose successor waited for the next scan of the position"],
  [64, "an exit of a process that died, unresolved for longer because reads failed and commits were lost"],
  [110, "a position of which nobody was told at ten past three, because every change of its exit came to nothing"],
  [126, "an exit that the exchange ended, not replaced for three seconds because its position was not read"],
  [144, "a stop that the exchange ended while the book was at rest and no push told of it"],
  [150, "a stop that the exchange ended while the book was at rest and no push told of it"],
  [152, "a stop that the exchange ended while the book was at rest and no push told of it"],
  [162, "a signal that comes while a lease has run out"],
  [193, "an entry that went on filling behind its first stop, which is raised when the entry has ended"],
  [210, "an exit in a halted share that was sent every five seconds until the broker had it a hundred times"],
  [241, "exits that waited for room in a minute in which a broker allows eight orders"],
  [250, "what an entry bought after the last look at the position, uncovered until the next one"],
  [422, "a broker that closed what we closed too"],
  [433, "an entry that came back unsent and waited for a price that it could meet"],
  [485, "an entry that came back unsent and waited for a price that it could meet"],
  [500, "an entry that waited for room at its broker and left after the day's stop was hit"],
  [503, "a first book that came the later after a restart, the more orders there had been before it"],
  [598, "a refused exit that was not followed at once, because another one had been given up before"],
  [607, "a stop whose growth was refused twice, asked for again only after five seconds"],
  [677, "a share of which the person held some before, so that what is left of ours had to be proved"],
  [697, "exits that waited for room, because calls were counted that a process had not lived to make"],
  [960, "a stop whose growth a process had not lived to ask for, awaited for two minutes as if it could arrive"],
  [1022, "an exit of a dead process, searched for anew because rows could not be read for a while"],
  [1049, "a day that was ended by a loss at a price that had set off the stop first"],
  [1257, "an exit that the exchange took away from the circuit, followed late because somebody had been told of it"],
  [1395, "a stop that was cancelled to be replaced in a minute that had no room for the second call"],
  [1413, "an exit of a dead process, searched for anew because rows could not be read for a while"],
  [1606, "an entry that left a process which had stood still between its last look and the write"],
  [1648, "an exit of a dead process, searched for anew because rows could not be read for a while"],
  [1702, "a look at book and position that proved nothing and was not taken again for three seconds"],
  [1819, "an entry that appeared when the broker had closed everything"],
  [1837, "a target that was reached by a print that never was, because another source had spoken after it"],
  [1872, "a change to the price of the circuit that was asked for once more, when it stood there already"],
  [2093, "an exit that was lost after another one had been given up"],
  [2110, "a day that was ended by a loss at a price that had set off the stop first"],
  [2138, "a stop whose growth was refused twice, asked for again only after five seconds"],
  [2139, "a stop whose growth was refused twice, asked for again only after five seconds"],
  [2168, "a share of which the person held some on the other side before"],
  [2188, "an entry that nobody concluded anything about, because a lease had run out while it was stored"],
  [2454, "what appeared late and was closed by the person and us together"],
  [2955, "a stop that waited for room, because tries were counted that had not left while nobody was logged in"],
  [5376, "an exit that was looked for in books with a row that nobody could read"],
  [5714, "what the person sold, not proved because a row of somebody else's could not be read"],
  [7121, "what the person bought back, never proved because each position that was read gave way to a newer one"],
  [7325, "an entry that came back unsent and was held back by a price of some seconds ago"],
  [20171, "a process that stood still, and was woken when it was told to stand still once more"],
  [20192, "a stop that the exchange had set off at the circuit in the instant before it was replaced"],
  [22538, "changes of exits that the broker counts among the reads of its books"],
  [27621, "a stop of the first part that Angel One's book had to show as cancelled before it was replaced"],
  [30843, "an entry that waited because another one of its account was not found"],
  [30892, "what the person and we closed both, because the change of the stop was lost as the stop was set off"],
  [35765, "an entry that waited because another one of its account was not found"],
  [40277, "an entry whose price came within reach in the instant in which the broker took calls again"],
  [46125, "an entry that appeared and filled around ten past three and was looked for twice a minute"],
  [
    46224,
    "an exit one too many for its minute, because a call was counted before a process that stood still had made it",
  ],
  [67288, "a call one too many for its minute, because one that the broker had turned away was not counted"],
  [
    78528,
    "a process that took over and left the broker's own square-off its time, which began for it with its first look",
  ],
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
