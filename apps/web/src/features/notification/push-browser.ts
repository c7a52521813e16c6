import { notificationTexts } from "./notification.texts.ts";
import { BrowserRefusal } from "./notification-queries.ts";

export interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker that shows notifications; development registers none by itself. */
async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

function toSubscribed(subscription: PushSubscription): Subscribed {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}

export async function currentSubscription(): Promise<Subscribed | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? toSubscribed(subscription) : null;
}

/** Asks the user for permission, then the browser's push service. */
export async function subscribe(publicKey: string): Promise<Subscribed> {
  if ((await Notification.requestPermission()) !== "granted") throw new BrowserRefusal(notificationTexts.pushDenied);
  const registration = await worker();
  try {
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return toSubscribed(await registration.pushManager.subscribe(options));
  } catch (cause) {
    throw new BrowserRefusal(notificationTexts.pushFailed, { cause });
  }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
