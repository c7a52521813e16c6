// Shows one page without a connection. Neither pages nor API answers are stored: no user trades on yesterday's state.
const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#070b14">
<title>Offline · Vriddhi</title>
<style>
  html { color-scheme: dark; background: #070b14; color: #e8edf6; font: 1rem/1.5 system-ui, sans-serif; }
  body { display: grid; min-height: 100dvh; margin: 0; place-items: center; }
  main { display: grid; justify-items: center; gap: 1rem; max-width: 26rem; padding: 2rem 1.25rem; text-align: center; }
  h1 { margin: 0; font-size: 2rem; line-height: 1.15; letter-spacing: -0.02em; }
  p { margin: 0; color: #9eabc2; }
  a { display: inline-grid; place-items: center; min-height: 3.25rem; margin-top: 0.75rem; padding: 0 1.75rem;
    border-radius: 0.625rem; background: #f5b544; color: #1c1303; font-weight: 600; text-decoration: none; }
  a:focus-visible { outline: 2px solid #9cc3ff; outline-offset: 3px; }
</style>
</head>
<body>
<main>
  <svg width="44" height="44" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" fill="#e8edf6"/>
    <path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" fill="#f5b544"/>
  </svg>
  <h1>You are offline</h1>
  <p>This page needs a connection. A running algorithm does not: it goes on as you have set it, on our side.</p>
  <a href="">Try again</a>
</main>
</body>
</html>`;

const offlineAnswer = () =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    },
  });

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(offlineAnswer));
});

// A push is short; its details are on the page that it opens. Each tag is shown once.
const readNote = (event) => {
  try {
    return event.data.json();
  } catch {
    return { title: "Vriddhi", body: "There is news in your dashboard.", tag: "news", url: "/" };
  }
};

self.addEventListener("push", (event) => {
  const { title, body, tag, url } = readNote(event);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: "/icons/icon-192.png",
      badge: "/icons/icon-192.png",
      data: { url },
    }),
  );
});

// Only pages of this site are ever opened.
const ownAddress = (url) => {
  const address = new URL(url ?? "/", self.location.origin);
  return address.origin === self.location.origin ? address.href : self.location.origin;
};

const showPage = async (address) => {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((client) => client.url === address);
  return open ? open.focus() : self.clients.openWindow(address);
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(ownAddress(event.notification.data?.url)));
});
