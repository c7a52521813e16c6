"""smartapi-python as it is, only its addresses are ours: one login, one tick, one order, one update."""
import json
import os
import sys
import threading

from SmartApi import SmartConnect
from SmartApi.smartWebSocketOrderUpdate import SmartWebSocketOrderUpdate
from SmartApi.smartWebSocketV2 import SmartWebSocketV2

LIMIT_S = 60


def say(event, value):
    print(json.dumps({"event": event, "value": value}, default=str), flush=True)


say("ready", True)
given = json.loads(sys.stdin.readline())
angel = SmartConnect(api_key=given["api_key"], root=given["root"])
session = angel.generateSession(given["client"], given["pin"], given["totp"])
say("session", session["status"])
say("limits", angel.rmsLimit()["data"])
jwt, feed = session["data"]["jwtToken"].replace("Bearer ", ""), session["data"]["feedToken"]

SmartWebSocketV2.ROOT_URI = given["ws"] + "/smart-stream"
SmartWebSocketOrderUpdate.WEBSOCKET_URI = given["ws"] + "/smart-order-update"
ticked, told = threading.Event(), threading.Event()
stream = SmartWebSocketV2(jwt, given["api_key"], given["client"], feed)
updates = SmartWebSocketOrderUpdate(jwt, given["api_key"], given["client"], feed)


def on_data(_ws, tick):
    if not ticked.is_set():
        say("tick", tick)
    ticked.set()


def on_message(_ws, message):
    if '"order-status"' in message:
        say("update", json.loads(message))
        told.set()


stream.on_open = lambda _ws: stream.subscribe("abcde12345", 3, [{"exchangeType": 1, "tokens": ["3045"]}])
stream.on_data = on_data
updates.on_message = on_message
for socket in (stream, updates):
    threading.Thread(target=socket.connect, daemon=True).start()
ticked.wait(LIMIT_S)
told.wait(LIMIT_S)  # the greeting of the update socket: it listens
order = {
    "variety": "NORMAL", "tradingsymbol": "SBIN-EQ", "symboltoken": "3045", "transactiontype": "BUY",
    "exchange": "NSE", "ordertype": "LIMIT", "producttype": "INTRADAY", "duration": "DAY",
    "price": str(given["price"]), "squareoff": "0", "stoploss": "0", "quantity": "1", "ordertag": "PYANGEL",
}
told.clear()
say("order", angel.placeOrder(order))
told.wait(LIMIT_S)
say("done", True)
os._exit(0)
