const toHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const page = (body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox Telegram</title>
<style>
  html { background: #0e1621; color: #f5f5f5; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; min-height: 100vh; margin: 0; place-items: center; }
  main { display: grid; gap: 16px; width: min(22rem, 90vw); text-align: center; }
  h1 { margin: 0; font-size: 1.375rem; }
  p { margin: 0; color: #b7c4d1; }
  button { min-height: 48px; border: 0; border-radius: 10px; background: #2b8cd8; color: #fff; font: 600 1rem system-ui; cursor: pointer; }
  button:focus-visible { outline: 3px solid #9cc3ff; outline-offset: 2px; }
</style></head><body><main>${body}</main></body></html>`;

export const startPage = (botName: string, payload: string): string =>
  page(`<h1>@${toHtml(botName)}</h1><p>A bot cannot write first. Press Start, and it may.</p>
<form method="post"><input type="hidden" name="start" value="${toHtml(payload)}"><button>Start</button></form>`);

export const startedPage = (botName: string): string =>
  page(`<h1>@${toHtml(botName)}</h1><p>Started. You can close this page; answers arrive on the sandbox page.</p>`);
