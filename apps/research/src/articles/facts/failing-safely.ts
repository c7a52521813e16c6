import {
  ABANDONED_SCAN_EVERY_MS,
  CLEAN_SPAN_MS,
  CLEAN_SPAN_UNPROVED_MS,
  LATE_FLAT_MS,
  SCAN_PAUSE_MAX_MS,
} from "@vriddhi/core/order/look-up";
import { ORDER_TAG_BYTES } from "@vriddhi/core/order/order";
import { ENTRY_REMAINDER_MS, ENTRY_VALID_MS } from "@vriddhi/core/order/plan-entry";
import { APPROVAL_WINDOW_MS } from "@vriddhi/core/risk/approval";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import type { Article } from "../article.ts";
import { computed, type Facts, fromPaper } from "../fact.ts";
import type { Figure } from "../figures/figure.ts";
import { drawFlow } from "../figures/flow.ts";
import { INK } from "../figures/kit.ts";
import { clock, count, seconds } from "../format.ts";

const facts: Facts = {
  tag: computed(count(ORDER_TAG_BYTES)),
  clean: computed(seconds(CLEAN_SPAN_MS)),
  clean_unproved: computed(String(CLEAN_SPAN_UNPROVED_MS / 1_000)),
  pause: computed(seconds(SCAN_PAUSE_MAX_MS)),
  abandoned_every: computed(seconds(ABANDONED_SCAN_EVERY_MS)),
  late_flat: computed(seconds(LATE_FLAT_MS)),
  valid: computed(seconds(ENTRY_VALID_MS)),
  remainder: computed(seconds(ENTRY_REMAINDER_MS)),
  approval: computed(seconds(APPROVAL_WINDOW_MS)),
  silent: computed(seconds(FEED_SILENT_MS)),
  naked: fromPaper("concepts/orders", "2 seconds", "or 2 seconds without one, is answered by a marketable LIMIT"),
  stuck: fromPaper("concepts/orders", "5 seconds", "tried again every 5 seconds at most"),
  closing: computed(clock(TRADING_HOURS.closingFrom)),
  flat: computed(clock(TRADING_HOURS.flatBy)),
};

const lostAnswer: Figure = {
  name: "lost-answer",
  alt: `What happens to an order whose answer is lost: it is stored, then marked as sending before a byte leaves, then unknown when no answer comes; it is looked up by its tag and never sent again; after clean looks over ${seconds(CLEAN_SPAN_MS)} it counts as abandoned and is still watched; if it appears late, it is flat within ${seconds(LATE_FLAT_MS)}.`,
  draw: (frame) =>
    drawFlow(frame, { title: "When an answer is lost", unit: "An order may be live: it is never sent again" }, [
      {
        name: "stored",
        words: `Written down, with a tag of ${ORDER_TAG_BYTES} letters`,
        narrowWords: "Written down, tagged",
        stroke: INK.blue,
      },
      { name: "sending", words: "Committed before a byte leaves", stroke: INK.blue },
      {
        name: "unknown",
        words: "No answer: looked up, not sent again",
        narrowWords: "Looked up, not resent",
        stroke: INK.gold,
      },
      {
        name: "abandoned",
        words: `Not in the book for ${seconds(CLEAN_SPAN_MS)}; still watched`,
        narrowWords: `${seconds(CLEAN_SPAN_MS)} unseen; watched`,
        stroke: INK.gold,
      },
      {
        name: "late",
        words: `Appears after all: flat within ${seconds(LATE_FLAT_MS)}`,
        narrowWords: `Appears: flat in ${LATE_FLAT_MS / 1_000} s`,
        stroke: INK.blue,
      },
    ]),
};

export const failingSafely: Article = { slug: "how-this-system-fails-safely", facts, figures: [lostAnswer] };
