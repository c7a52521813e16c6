import { accountHandlers } from "../features/account/account.routes.ts";
import { createAccountStore } from "../features/account/account.store.pg.ts";
import { createKnownDevices } from "../features/account/known-devices.ts";
import { createLoginService } from "../features/account/login.service.ts";
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
import { watchCalls } from "../platform/db/transaction-watch.ts";
import type { SessionReader } from "../platform/http/handler.ts";
import { createTellOwner, type TellSafety } from "../platform/mail/security-notice.ts";
import type { Closing } from "./closing.ts";
import { openDoor } from "./door-jobs.ts";
import { createLetIn } from "./entrance.ts";
import { openSmsGateway } from "./open-sms-gateway.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";
import { tellById } from "./tell-by-id.ts";

const EVERY_FIVE_MINUTES = "*/5 * * * *";

/** Signing up, signing in, and everything a person can decide about their own account. */
export function composeAccounts(
  platform: Platform,
  surroundings: Surroundings,
  closing: Closing,
  others: {
    readonly subscriptions: Parameters<typeof createLetIn>[1];
    readonly tellSafety: TellSafety;
    /** Whether a position of ours stands open in any of the person's accounts. */
    hasOpenPosition(userId: string): Promise<boolean>;
  },
) {
  const { subscriptions, tellSafety, hasOpenPosition } = others;
  const { config, log, database, humanClock: clock, limiter, audit, postMail, box, keyFor } = platform;
  const door = openDoor(platform);
  const devices = createKnownDevices(keyFor("devices"));
  const { mailedCodes, passwords, addresses, signups, logins } = openPasswords(platform, door, tellSafety);
  const sessions = createSessionService({
    ...{ store: createSessionStore(database), audit, humanClock: clock },
    tellNewDevice: logins.tellNewDevice,
  });
  const secondFactor = createSecondFactorService({
    ...{ store: createSecondFactorStore(database), clock, box, audit, limiter },
    recoveryKey: keyFor("recovery-codes"),
  });
  const tellOwner = createTellOwner(database, tellSafety);
  const tellEnded = (userId: string) => tellById(database, tellSafety, userId, "All passkeys were removed");
  const passkey = { store: createPasskeyStore(database), clock, audit, publicUrl: config.publicUrl, tellEnded };
  const [adding, passkeyLogin] = [createPasskeyAdding(passkey), createPasskeyLogin(passkey)];
  const google = openGoogle(platform, surroundings, tellSafety);
  const gateway = openSmsGateway(surroundings.sms, platform, closing);
  const phones = createPhoneService({ store: createPhoneStore(database), gateway, limiter, audit, clock, log });
  const letIn = createLetIn(sessions, subscriptions, devices);
  const confirmPassword = passwords.confirm;
  const checkSecondFactor = secondFactor.check;
  const warnings = createPasswordWarnings({ store: createPasswordWarningStore(database), clock, postMail });
  const lost = createLostFactors({ database, clock, audit, tellSafety });
  const start = async () => {
    await door.start({
      mailReset: passwords.mailReset,
      mailResent: signups.mailResent,
      mailLoginCode: passwords.mailLoginCode,
    });
    await platform.repeat("safety", EVERY_FIVE_MINUTES, async () => {
      await warnings.tellAll();
      await lost.run();
    });
  };
  const handlers = {
    ...accountHandlers({ signups, logins, devices, letIn, checkSecondFactor, dropLoginCodes: mailedCodes.drop }),
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
      isKnownDevice: devices.isOf,
      passkeysOf: adding.listOf,
      endPasskeys: adding.endAll,
      renewSession: sessions.renew,
    }),
    ...secondFactorHandlers({ service: secondFactor, confirmPassword, tellOwner }),
    ...passkeyHandlers({ adding, login: passkeyLogin, letIn, tellOwner }),
    ...googleHandlers({ service: google, clock, letIn, confirmPassword, checkSecondFactor }),
    ...phoneHandlers(phones),
    ...privacyHandlers({
      store: createPrivacyStore(database),
      clock,
      audit,
      confirmPassword,
      hasOpenPosition,
      tellSafety,
    }),
  };
  return { handlers, sessions: sessions as SessionReader, start };
}

/** Everything that a password or a mailed code opens. */
function openPasswords(platform: Platform, door: ReturnType<typeof openDoor>, tellSafety: TellSafety) {
  const { database, humanClock: clock, hasher, limiter, audit, postMail, keyFor } = platform;
  const codeKey = keyFor("codes");
  const credential = { store: createCredentialStore(database), clock, hasher, limiter, postMail, tellSafety, audit };
  const mailedCodes = createMailedCodes({ ...credential, codes: createShortCodes(codeKey, "credential") });
  const passwords = createPasswordService({ ...credential, codes: mailedCodes, askForReset: door.askForReset });
  const addresses = createAddressService({ ...credential, codes: mailedCodes });
  const account = { store: createAccountStore(database), clock, hasher, limiter, postMail, tellSafety, audit };
  const signups = createSignupService({
    ...account,
    codes: createShortCodes(codeKey, "verify-email"),
    askForResend: door.askForResend,
  });
  const logins = createLoginService({
    ...account,
    renewCode: signups.renewCode,
    askForLoginCode: door.askForLoginCode,
    checkLoginCode: (userId, code) => mailedCodes.check(userId, "login", code),
  });
  return { mailedCodes, passwords, addresses, signups, logins };
}

function openGoogle(platform: Platform, surroundings: Surroundings, tellSafety: TellSafety) {
  const { config, database, humanClock: clock, box, audit, log } = platform;
  const redirectUri = new URL("/google/callback", config.publicUrl).href;
  const client = watchCalls(
    createGoogleClient({ ...surroundings.google, redirectUri, log }),
    ["authorizationUrl", "exchange"],
    platform.watch,
    "Google was asked",
  );
  return createGoogleService({ client, store: createGoogleStore(database), clock, box, audit, tellSafety, log });
}
