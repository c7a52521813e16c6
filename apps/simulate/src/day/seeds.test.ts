import { describe, expect, it } from "vitest";
import { violationsOf } from "./describe-days.ts";

/** Every seed that ever failed, with what it found. */
describe("day", () => {
  it.each([
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
    [677, "a share of which the person held some before, so that what is left of ours had to be proved"],
    [697, "exits that waited for room, because calls were counted that a process had not lived to make"],
  ])("%i, which found %s, keeps every rule", async (seed) => {
    expect(await violationsOf([seed])).toEqual([]);
  });
});
