// @ts-nocheck: it runs in a browser, where the types of this package do not hold
// The payment sheet in its frame. It exchanges messages only with the page that opened it.
const query = new URLSearchParams(window.location.search);
const parentOrigin = query.get("parent") ?? "";
const order = { key_id: query.get("key_id") ?? "", order_id: query.get("order_id") ?? "" };
const field = (id) => document.getElementById(id);

let settings = { modal: { escape: true, backdropclose: false, confirmClose: false } };
let isBusy = false;
let optionsCame;
const options = new Promise((resolve) => {
  optionsCame = resolve;
});

const tell = (message) => window.parent.postMessage(message, parentOrigin);

const rupees = (paise, currency) =>
  new Intl.NumberFormat("en-IN", { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }).format(
    paise / 100,
  );

function show({ status = "", fault = "" }) {
  field("status").textContent = status;
  field("fault").textContent = fault;
}

function setBusy(busy) {
  isBusy = busy;
  for (const button of document.querySelectorAll("[data-outcome]")) button.disabled = busy;
}

async function readOrder() {
  const response = await fetch(`/v1/checkout/order?${new URLSearchParams(order)}`);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error.description);
  // No payment before the opening page has sent its options.
  await options;
  const amount = rupees(body.amount, body.currency);
  field("amount").textContent = amount;
  field("pay").textContent = `Pay ${amount}`;
  setBusy(false);
}

async function pay(outcome) {
  if (isBusy) return;
  const email = field("email");
  if (!email.checkValidity()) {
    email.setAttribute("aria-invalid", "true");
    email.focus();
    show({ fault: "Enter an email address." });
    return;
  }
  email.removeAttribute("aria-invalid");
  setBusy(true);
  show({ status: outcome === "slow" ? "Waiting for the bank…" : "Paying…" });
  try {
    const response = await fetch("/v1/checkout/pay", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...order,
        outcome,
        email: email.value,
        contact: field("contact").value,
        vpa: field("vpa").value,
        description: settings.description ?? "",
      }),
    });
    const answer = await response.json();
    if (!answer.error) return tell({ type: "success", answer });
    show({ fault: answer.error.description });
    tell({ type: "failed", error: answer.error });
  } catch {
    show({ fault: "The payment service cannot be reached. Try again." });
  }
  setBusy(false);
}

function leave() {
  if (!settings.modal.confirmClose) return tell({ type: "dismiss" });
  field("leaving").hidden = false;
  field("form").inert = true;
  field("stay").focus();
}

function stay() {
  field("leaving").hidden = true;
  field("form").inert = false;
  field("pay").focus();
}

function fill(name, { prefill, readonly, hidden }) {
  const input = field(name);
  if (prefill?.[name]) input.value = prefill[name];
  input.readOnly = Boolean(readonly?.[name]);
  input.closest(".field").hidden = Boolean(hidden?.[name]);
}

function applyTheme({ color, backdrop_color: backdrop }) {
  const { style } = document.documentElement;
  if (CSS.supports("color", color ?? "")) style.setProperty("--theme", color);
  if (CSS.supports("color", backdrop ?? "")) style.setProperty("--backdrop", backdrop);
}

function apply(given) {
  settings = given;
  field("merchant").textContent = given.name || "Payment";
  field("description").textContent = given.description;
  fill("email", given);
  fill("contact", given);
  applyTheme(given.theme);
  if (given.image) {
    field("logo").addEventListener("load", () => {
      field("logo").hidden = false;
    });
    field("logo").src = given.image;
  }
  optionsCame();
}

window.addEventListener("message", (event) => {
  if (event.origin !== parentOrigin || event.source !== window.parent) return;
  if (event.data?.type === "options") apply(event.data.options);
});
// On keyup: a frame that closes between press and release hangs a driven browser.
window.addEventListener("keyup", (event) => {
  if (event.key === "Escape" && settings.modal.escape) leave();
});
field("backdrop").addEventListener("click", () => {
  if (settings.modal.backdropclose) leave();
});
field("close").addEventListener("click", leave);
field("leave").addEventListener("click", () => tell({ type: "dismiss" }));
field("stay").addEventListener("click", stay);
field("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void pay("success");
});
for (const button of field("others").querySelectorAll("button"))
  button.addEventListener("click", () => void pay(button.dataset.outcome));

setBusy(true);
document.querySelector("main").focus();
tell({ type: "ready" });
readOrder().catch((cause) => {
  setBusy(true);
  show({ fault: cause.message });
});
