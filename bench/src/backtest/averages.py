"""Crossing averages over one-minute bars in vectorbt: CPU seconds of one run, best of five, as JSON."""
import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")
import pandas

FAST, SLOW, ROUNDS = 10, 30, 5


def best(work):
    work()
    measured = []
    for _ in range(ROUNDS):
        before = time.process_time()
        work()
        measured.append(time.process_time() - before)
    return min(measured)


def with_vectorbt(bars):
    import vectorbt

    close = bars["Close"]

    def work():
        fast = vectorbt.MA.run(close, FAST)
        slow = vectorbt.MA.run(close, SLOW)
        entries, exits = fast.ma_crossed_above(slow), fast.ma_crossed_below(slow)
        vectorbt.Portfolio.from_signals(close, entries, exits, size=1, init_cash=1e7, freq="1min").total_return()

    return best(work)


def main():
    bars = pandas.read_csv(sys.argv[1])
    bars.columns = ["ts", "Open", "High", "Low", "Close", "Volume"]
    bars.index = pandas.to_datetime(bars.pop("ts"))
    print(json.dumps({"bars": len(bars), "seconds": with_vectorbt(bars)}))


main()
