"""fyers-apiv3 for Python as it is, only its addresses are ours: one login, one tick, one order, one update."""
import json
import os
import sys
import threading

from fyers_apiv3 import fyersModel
from fyers_apiv3.FyersWebsocket import data_ws, defines, order_ws

LIMIT_S = 60


def say(event, value):
    print(json.dumps({"event": event, "value": value}, default=str), flush=True)


say("ready", True)
given = json.loads(sys.stdin.readline())
fyersModel.Config.API = given["root"] + "/api/v3"
fyersModel.Config.DATA_API = given["root"] + "/data"
defines.INDEX_HSM_MAPPING_API = given["root"] + "/sym_details/index_hsm_mapping.json"
convert = data_ws.SymbolConversion.__init__


def convert_here(self, *args, **kwargs):
    convert(self, *args, **kwargs)
    self.symbols_token_api = given["root"] + "/data/symbol-token"


data_ws.SymbolConversion.__init__ = convert_here


def log_in(code):
    model = fyersModel.SessionModel(
        client_id=given["app_id"], secret_key=given["secret"], redirect_uri=given["redirect"],
        response_type="code", grant_type="authorization_code",
    )
    model.set_token(code)
    return model.generate_token()


say("refused", log_in("wrong"))
session = log_in(given["code"])
say("session", session["s"])
token = given["app_id"] + ":" + session["access_token"]
fyers = fyersModel.FyersModel(client_id=given["app_id"], token=session["access_token"], is_async=False, log_path=os.getcwd())

ticked, opened, told = threading.Event(), threading.Event(), threading.Event()


def on_message(message):
    if message.get("type") == "sf" and not ticked.is_set():
        say("tick", message)
        ticked.set()


def on_orders(message):
    say("update", message)
    told.set()


feed = data_ws.FyersDataSocket(
    access_token=token, log_path=os.getcwd(), on_message=on_message, on_error=lambda error: say("error", error),
    on_connect=lambda: feed.subscribe(symbols=["NSE:SBIN-EQ"], data_type="SymbolUpdate"),
)
feed._FyersDataSocket__url = given["ws"] + "/hsm/v1-5/prod"
feed.connect()


def on_general(message):
    say("general", message)
    opened.set()


orders = order_ws.FyersOrderSocket(
    access_token=token, log_path=os.getcwd(), on_orders=on_orders, on_general=on_general,
    on_error=lambda error: say("error", error),
    on_connect=lambda: orders.subscribe(data_type="OnOrders,OnTrades,OnPositions,OnGeneral"),
)
orders._FyersOrderSocket__url = given["ws"] + "/trade/v3"
orders.connect()
ticked.wait(LIMIT_S)
opened.wait(LIMIT_S)
order = {
    "symbol": "NSE:SBIN-EQ", "qty": 1, "type": 1, "side": 1, "productType": "INTRADAY",
    "limitPrice": given["price"], "stopPrice": 0, "validity": "DAY", "disclosedQty": 0, "offlineOrder": False,
    "orderTag": "PYFYERS",
}
say("off_tick", fyers.place_order({**order, "limitPrice": given["price"] + 0.01}))
say("order", fyers.place_order(order))
told.wait(LIMIT_S)
say("done", True)
os._exit(0)
