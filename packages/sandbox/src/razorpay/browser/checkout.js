// @ts-nocheck: it runs in a browser, where the types of this package do not hold
// Gives the page `window.Razorpay`, as the provider's own script does. The sheet lives in a frame of this origin.
(() => {
  const home = new URL(document.currentScript.src).origin;

  function inertNeighbours(frame) {
    const neighbours = [...document.body.children].filter((child) => child !== frame && !child.inert);
    for (const neighbour of neighbours) neighbour.inert = true;
    return () => {
      for (const neighbour of neighbours) neighbour.inert = false;
    };
  }

  function createFrame(options) {
    const frame = document.createElement("iframe");
    const query = new URLSearchParams({
      key_id: options.key,
      order_id: options.order_id ?? "",
      parent: window.location.origin,
    });
    frame.src = `${home}/v1/checkout/sheet?${query}`;
    frame.name = "razorpay-sheet";
    frame.title = "Payment";
    frame.className = "razorpay-checkout-frame";
    frame.allow = "payment";
    Object.assign(frame.style, {
      position: "fixed",
      inset: "0",
      width: "100%",
      height: "100%",
      border: "0",
      zIndex: "2147483647",
      background: "transparent",
      colorScheme: "light dark",
    });
    return frame;
  }

  /** Only plain data crosses to the sheet; functions stay here. */
  const toSheet = ({ name, description, image, prefill, theme, modal, readonly, hidden }) => ({
    name: name ?? "",
    description: description ?? "",
    image: image ?? "",
    prefill: { ...prefill },
    theme: { ...theme },
    readonly: { ...readonly },
    hidden: { ...hidden },
    modal: {
      escape: modal?.escape ?? true,
      backdropclose: modal?.backdropclose ?? false,
      confirmClose: modal?.confirm_close ?? false,
    },
  });

  function postTo(address, answer) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = address;
    for (const [name, value] of Object.entries(answer)) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #closeSheet = null;

    constructor(options) {
      if (typeof options !== "object" || options === null || !options.key) throw new Error("No key passed");
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#closeSheet !== null) return this;
      const opener = document.activeElement;
      const { overflow } = document.documentElement.style;
      const frame = createFrame(this.#options);
      document.body.append(frame);
      const freeNeighbours = inertNeighbours(frame);
      document.documentElement.style.overflow = "hidden";
      const listen = (event) => {
        if (event.origin === home && event.source === frame.contentWindow) this.#hear(event.data, frame);
      };
      window.addEventListener("message", listen);
      const { timeout } = this.#options;
      const timer = timeout ? setTimeout(() => this.#dismiss(), timeout * 1000) : null;
      this.#closeSheet = () => {
        clearTimeout(timer);
        window.removeEventListener("message", listen);
        frame.remove();
        freeNeighbours();
        document.documentElement.style.overflow = overflow;
        if (opener instanceof HTMLElement) opener.focus();
      };
      return this;
    }

    close() {
      this.#closeSheet?.();
      this.#closeSheet = null;
    }

    #dismiss() {
      this.close();
      this.#options.modal?.ondismiss?.();
    }

    #hear(message, frame) {
      switch (message?.type) {
        case "ready":
          frame.contentWindow.postMessage({ type: "options", options: toSheet(this.#options) }, home);
          frame.focus();
          break;
        case "success":
          this.close();
          this.#succeed(message.answer);
          break;
        case "failed":
          for (const listener of this.#listeners.get("payment.failed") ?? []) listener({ error: message.error });
          break;
        case "dismiss":
          this.#dismiss();
          break;
      }
    }

    #succeed(answer) {
      const { handler, callback_url: address, redirect } = this.#options;
      if (address && (redirect || !handler)) postTo(address, answer);
      else handler?.(answer);
    }
  }

  window.Razorpay = Razorpay;
})();
