"""Crossing averages over one-minute bars in other engines: CPU seconds of one run, best of five, as JSON."""
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


def with_backtesting(bars):
    from backtesting import Backtest, Strategy
    from backtesting.lib import crossover

    def average(values, length):
        return pandas.Series(values).rolling(length).mean()

    class Crossing(Strategy):
        def init(self):
            self.fast = self.I(average, self.data.Close, FAST)
            self.slow = self.I(average, self.data.Close, SLOW)

        def next(self):
            if crossover(self.fast, self.slow):
                self.position.close()
                self.buy(size=1)
            elif crossover(self.slow, self.fast):
                self.position.close()
                self.sell(size=1)

    return best(lambda: Backtest(bars, Crossing, cash=10_000_000, exclusive_orders=True).run())


def main():
    bars = pandas.read_csv(sys.argv[1])
    bars.columns = ["ts", "Open", "High", "Low", "Close", "Volume"]
    bars.index = pandas.to_datetime(bars.pop("ts"))
    told = {"bars": len(bars)}
    for name, run in {"vectorbt": with_vectorbt, "backtesting.py": with_backtesting}.items():
        try:
            told[name] = run(bars)
        except Exception as fault:  # a peer that does not run on this machine is left out
            told[name] = f"{type(fault).__name__}: {fault}"
    print(json.dumps(told))


main()
