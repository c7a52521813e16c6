"""kiteconnect for Python as it is, only its addresses are ours: one login, one tick, one order, one update."""
import json
import os
import sys
import threading

from kiteconnect import KiteConnect, KiteTicker

LIMIT_S = 60


def say(event, value):
    print(json.dumps({"event": event, "value": value}, default=str), flush=True)


say("ready", True)
given = json.loads(sys.stdin.readline())
kite = KiteConnect(api_key=given["api_key"], root=given["root"])
session = kite.generate_session(given["request_token"], api_secret=given["api_secret"])
say("session", session["user_id"])

ticked, told = threading.Event(), threading.Event()
ticker = KiteTicker(given["api_key"], session["access_token"], root=given["ws"])


def on_connect(ws, _response):
    ws.subscribe([given["token"]])
    ws.set_mode(ws.MODE_FULL, [given["token"]])


def on_ticks(_ws, ticks):
    if not ticked.is_set():
        say("tick", ticks[0])
    ticked.set()


def on_order_update(_ws, data):
    say("update", data)
    told.set()


ticker.on_connect, ticker.on_ticks, ticker.on_order_update = on_connect, on_ticks, on_order_update
ticker.connect(threaded=True)
ticked.wait(LIMIT_S)
try:
    kite.place_order("regular", "NSE", "SBIN", "BUY", 1, "MIS", "LIMIT", price=given["price"] + 0.01)
except Exception as error:  # what the client makes of the refusal
    say("refused", str(error))
order = {"variety": "regular", "order_id": kite.place_order("regular", "NSE", "SBIN", "BUY", 1, "MIS", "LIMIT", price=given["price"], tag="PYKITE")}
say("order", order["order_id"])
told.wait(LIMIT_S)
kite.modify_order(price=given["price"] - 1, order_type="LIMIT", **order)
kite.cancel_order(**order)
say("history", kite.order_history(order["order_id"]))
say("done", True)
os._exit(0)
