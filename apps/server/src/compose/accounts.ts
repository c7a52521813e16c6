import { ok } from "@vriddhi/core/shared/result";
import { accountHandlers } from "../features/account/account.routes.ts";
import { createAccountStore } from "../features/account/account.store.pg.ts";
import { createKnownDevices, type KnownDevices } from "../features/account/known-devices.ts";
import { createLoginService, type LoginInput, type LoginService } from "../features/account/login.service.ts";
import { createPasswordWarningStore } from "../features/account/password-warning.store.pg.ts";
import { createPasswordWarnings } from "../features/account/password-warnings.ts";
import { createSignupService } from "../features/account/signup.service.ts";
import { createAddressService } from "../features/credential/address.service.ts";
import { credentialHandlers } from "../features/credential/credential.routes.ts";
import { createCredentialStore } from "../features/credential/credential.store.pg.ts";
import { createMailedCodes } from "../features/credential/mailed-codes.ts";
import { createPasswordService } from "../features/credential/password.service.ts";
import { createResetTickets } from "../features/credential/reset-ticket.ts";
import { createGoogleClient } from "../features/google/google.client.ts";
import { googleHandlers } from "../features/google/google.routes.ts";
import { createGoogleService } from "../features/google/google.service.ts";
import { createGoogleStore } from "../features/google/google.store.pg.ts";
import { passkeyHandlers } from "../features/passkey/passkey.routes.ts";
import { createPasskeyStore } from "../features/passkey/passkey.store.pg.ts";
import { createPasskeyAdding } from "../features/passkey/passkey-adding.service.ts";
import { createPasskeyLogin } from "../features/passkey/passkey-login.service.ts";
import { phoneHandlers } from "../features/phone/phone.routes.ts";
import { createPhoneService } from "../features/phone/phone.service.ts";
import { createPhoneStore } from "../features/phone/phone.store.pg.ts";
import { privacyHandlers } from "../features/privacy/privacy.routes.ts";
import { createPrivacyStore } from "../features/privacy/privacy.store.pg.ts";
import { createLostFactors } from "../features/second-factor/lost-factor.ts";
import { secondFactorHandlers } from "../features/second-factor/second-factor.routes.ts";
import { createSecondFactorService } from "../features/second-factor/second-factor.service.ts";
import { createSecondFactorStore } from "../features/second-factor/second-factor.store.pg.ts";
import { proofHandlers } from "../features/session/proof.routes.ts";
import { sessionHandlers } from "../features/session/session.routes.ts";
import { createSessionService } from "../features/session/session.service.ts";
import { createSessionStore } from "../features/session/session.store.pg.ts";
import { createShortCodes } from "../platform/crypto/short-code.ts";
import type { Tx } from "../platform/db/database.ts";
import { watchCalls } from "../platform/db/transaction-watch.ts";
import type { Cookies, From, SessionReader } from "../platform/http/handler.ts";
import { createTellOwner, type NotifySafety } from "../platform/mail/security-notice.ts";
import type { Closing } from "./closing.ts";
import { openDateOfBirth } from "./date-of-birth.ts";
import { openEnumerationSafeMail } from "./enumeration-safe-mail.ts";
import { createNotifyDone, notifyWithin } from "./notify-by-id.ts";
import { openSmsGateway } from "./open-sms-gateway.ts";
import type { Platform } from "./platform.ts";
import { createSignIn } from "./sign-in.ts";
import type { Surroundings } from "./surroundings.ts";

const EVERY_FIVE_MINUTES = "*/5 * * * *";

export function composeAccounts(
  platform: Platform,
  surroundings: Surroundings,
  closing: Closing,
  others: {
    readonly subscriptions: Parameters<typeof createSignIn>[1];
    readonly notifySafety: NotifySafety;
    hasOpenPosition(userId: string): Promise<boolean>;
  },
) {
  const { subscriptions, notifySafety, hasOpenPosition } = others;
  const { config, database, humanClock: clock, audit, postMail, keyFor } = platform;
  const mails = openEnumerationSafeMail(platform);
  const devices = createKnownDevices(keyFor("devices"));
  const { mailedCodes, passwords, addresses, signups, logins } = openPasswords(platform, mails, notifySafety);
  const sessions = createSessionService({
    store: createSessionStore(database),
    audit,
    humanClock: clock,
    notifyNewDevice: logins.notifyNewDevice,
  });
  const notifyOwner = createTellOwner(database, clock, notifySafety);
  const notifyDone = createNotifyDone(platform, notifySafety);
  const secondFactor = openSecondFactor(platform, notifyDone);
  const notifyEnded = (userId: string, device: string) => notifyDone(userId, "All passkeys were removed", device);
  const passkey = { store: createPasskeyStore(database), clock, audit, publicUrl: config.publicUrl, notifyEnded };
  const [adding, passkeyLogin] = [createPasskeyAdding(passkey), createPasskeyLogin(passkey)];
  const google = openGoogle(platform, surroundings, notifySafety);
  const phones = openPhones(platform, surroundings, closing, notifySafety);
  const letIn = createSignIn(sessions, subscriptions, devices);
  const confirmPassword = passwords.confirm;
  const checkSecondFactor = secondFactor.check;
  const warnings = createPasswordWarnings({ store: createPasswordWarningStore(database), clock, postMail });
  const lost = createLostFactors({ database, clock, audit, notifySafety });
  const { mailReset, mailLoginCode } = passwords;
  const start = async () => {
    await mails.start({ mailReset, mailResent: signups.mailResent, mailLoginCode, mailIfFree: addresses.mailIfFree });
    await platform.repeat("safety", EVERY_FIVE_MINUTES, async () => {
      await warnings.sendAll();
      await lost.run();
    });
  };
  const handlers = {
    ...accountHandlers({ signups, logins, devices, letIn, checkSecondFactor, dropLoginCodes: mailedCodes.drop }),
    ...openDateOfBirth(platform, notifySafety, hasOpenPosition),
    ...sessionHandlers(sessions, subscriptions.runningOf, warnings.isWarned),
    ...proofHandlers({
      confirmPassword,
      hasFactor: secondFactor.isOn,
      checkFactor: checkSecondFactor,
      checkPasskey: passkeyLogin.finish,
      prove: sessions.prove,
    }),
    ...credentialHandlers({
      passwords,
      addresses,
      tickets: createResetTickets(keyFor("reset-tickets"), clock),
      devices,
      passkeysOf: adding.listOf,
      endPasskeys: adding.endAll,
      renewSession: sessions.renew,
    }),
    ...secondFactorHandlers({ service: secondFactor, confirmPassword, notifyOwner }),
    ...passkeyHandlers({ adding, login: passkeyLogin, letIn, notifyOwner }),
    ...googleHandlers({ service: google, clock, letIn, confirmPassword, checkSecondFactor }),
    ...phoneHandlers(phones),
    ...privacyHandlers({
      store: createPrivacyStore(database),
      clock,
      audit,
      confirmPassword,
      hasOpenPosition,
      notifySafety,
    }),
  };
  const ways = createWays({ logins, devices, secondFactor, notifyDone, passwords, mailedCodes });
  return { handlers, sessions: sessions as SessionReader, ways, start };
}

function createWays(parts: {
  readonly logins: LoginService;
  readonly devices: KnownDevices;
  readonly secondFactor: ReturnType<typeof openSecondFactor>;
  readonly notifyDone: ReturnType<typeof createNotifyDone>;
  readonly passwords: ReturnType<typeof openPasswords>["passwords"];
  readonly mailedCodes: ReturnType<typeof openPasswords>["mailedCodes"];
}) {
  const { logins, devices, secondFactor, notifyDone, passwords, mailedCodes } = parts;
  return {
    checkPassword: createPasswordCheck(logins, devices),
    hasFactor: secondFactor.isOn,
    checkFactor: secondFactor.check,
    startFactor: secondFactor.start,
    async confirmFactor(person: { readonly userId: string }, code: string, from: From) {
      const confirmed = await secondFactor.confirm(person, code, from.ip);
      if (confirmed.ok) await notifyDone(person.userId, "Two-step sign-in is on", from.device);
      return confirmed;
    },
    confirmPassword: passwords.confirm,
    dropLoginCodes: mailedCodes.drop,
    notifyNewDevice: logins.notifyNewDevice,
  };
}

function openSecondFactor(
  { database, humanClock, box, audit, limiter, keyFor }: Platform,
  notifyDone: ReturnType<typeof createNotifyDone>,
) {
  return createSecondFactorService({
    store: createSecondFactorStore(database),
    clock: humanClock,
    box,
    audit,
    limiter,
    recoveryKey: keyFor("recovery-codes"),
    notifyRecoveryUsed: (userId, device) => notifyDone(userId, "A recovery code was used", device),
  });
}

function openPhones(platform: Platform, surroundings: Surroundings, closing: Closing, notifySafety: NotifySafety) {
  const { database, humanClock: clock, limiter, audit, log } = platform;
  const gateway = openSmsGateway(surroundings.sms, platform, closing);
  const notifyVerified = (tx: Tx, userId: string, device: string) => {
    const done = { at: clock.now(), device };
    return notifyWithin(tx, notifySafety, { userId, what: "A mobile number was verified", done });
  };
  return createPhoneService({ store: createPhoneStore(database), gateway, limiter, audit, clock, log, notifyVerified });
}

/** The check, rate limits and hash queue of the user's own login; `null` when there is no account. */
const createPasswordCheck =
  (logins: LoginService, devices: KnownDevices) =>
  async (input: LoginInput, from: { readonly ip: string; readonly subject: string; readonly cookies: Cookies }) => {
    const { ip, subject, cookies } = from;
    const checked = await logins.checkPassword(input, {
      ip,
      subject,
      deviceId: devices.idOf(cookies),
      signupOf: () => null,
      isKnownFor: (userId) => devices.isOf(cookies, userId),
    });
    if (!checked.ok) return checked;
    if (checked.value.kind === "unverified") return ok(null);
    const { user, hasUsedCode } = checked.value;
    return ok({ id: user.id, role: user.role, hasUsedCode });
  };

function openPasswords(
  platform: Platform,
  mails: ReturnType<typeof openEnumerationSafeMail>,
  notifySafety: NotifySafety,
) {
  const { database, humanClock: clock, hasher, limiter, audit, postMail, keyFor } = platform;
  const codeKey = keyFor("codes");
  const credential = { store: createCredentialStore(database), clock, hasher, limiter, postMail, notifySafety, audit };
  const mailedCodes = createMailedCodes({ ...credential, codes: createShortCodes(codeKey, "credential") });
  const passwords = createPasswordService({ ...credential, codes: mailedCodes, askForReset: mails.askForReset });
  const addressCodes = createMailedCodes({
    ...credential,
    postMail: mails.askForNewAddress,
    codes: createShortCodes(codeKey, "credential"),
  });
  const addresses = createAddressService({ ...credential, codes: addressCodes });
  const account = { store: createAccountStore(database), clock, hasher, limiter, postMail, notifySafety, audit };
  const signups = createSignupService({
    ...account,
    codes: createShortCodes(codeKey, "verify-email"),
    askForResend: mails.askForResend,
  });
  const logins = createLoginService({
    ...account,
    renewCode: signups.renewCode,
    askForLoginCode: mails.askForLoginCode,
    checkLoginCode: (userId, code) => mailedCodes.check(userId, "login", code),
  });
  return { mailedCodes, passwords, addresses, signups, logins };
}

function openGoogle(platform: Platform, surroundings: Surroundings, notifySafety: NotifySafety) {
  const { config, database, humanClock: clock, box, audit, log } = platform;
  const redirectUri = new URL("/google/callback", config.publicUrl).href;
  const client = watchCalls(
    createGoogleClient({ ...surroundings.google, redirectUri, log }),
    ["authorizationUrl", "exchange"],
    platform.watch,
    "Google was asked",
  );
  return createGoogleService({ client, store: createGoogleStore(database), clock, box, audit, notifySafety, log });
}
