import { accountHandlers } from "../features/account/account.routes.ts";
import { createAccountStore } from "../features/account/account.store.pg.ts";
import { createLoginService } from "../features/account/login.service.ts";
import { createSignupService } from "../features/account/signup.service.ts";
import { createAddressService } from "../features/credential/address.service.ts";
import { credentialHandlers } from "../features/credential/credential.routes.ts";
import { createCredentialStore } from "../features/credential/credential.store.pg.ts";
import { createMailedCodes } from "../features/credential/mailed-codes.ts";
import { createPasswordService } from "../features/credential/password.service.ts";
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
import { secondFactorHandlers } from "../features/second-factor/second-factor.routes.ts";
import { createSecondFactorService } from "../features/second-factor/second-factor.service.ts";
import { createSecondFactorStore } from "../features/second-factor/second-factor.store.pg.ts";
import { sessionHandlers } from "../features/session/session.routes.ts";
import { createSessionService } from "../features/session/session.service.ts";
import { createSessionStore } from "../features/session/session.store.pg.ts";
import { createShortCodes } from "../platform/crypto/short-code.ts";
import { watchCalls } from "../platform/db/transaction-watch.ts";
import type { SessionReader } from "../platform/http/handler.ts";
import { createTellOwner, type TellSafety } from "../platform/mail/security-notice.ts";
import type { Closing } from "./closing.ts";
import { createLetIn } from "./entrance.ts";
import { openSmsGateway } from "./open-sms-gateway.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";

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
  const { config, log, database, humanClock: clock, hasher, limiter, audit, postMail, box, keyFor } = platform;
  const codeKey = keyFor("codes");
  const account = { store: createAccountStore(database), clock, hasher, limiter, postMail, tellSafety, audit };
  const signups = createSignupService({ ...account, codes: createShortCodes(codeKey, "verify-email") });
  const logins = createLoginService({ ...account, renewCode: signups.renewCode });
  const sessions = createSessionService({
    ...{ store: createSessionStore(database), audit, humanClock: clock },
    tellNewDevice: logins.tellNewDevice,
  });
  const credential = { store: createCredentialStore(database), clock, hasher, limiter, postMail, tellSafety, audit };
  const mailedCodes = createMailedCodes({ ...credential, codes: createShortCodes(codeKey, "credential") });
  const passwords = createPasswordService({ ...credential, codes: mailedCodes });
  const addresses = createAddressService({ ...credential, codes: mailedCodes });
  const secondFactor = createSecondFactorService({
    ...{ store: createSecondFactorStore(database), clock, box, audit, limiter },
    recoveryKey: keyFor("recovery-codes"),
  });
  const passkey = { store: createPasskeyStore(database), clock, audit, publicUrl: config.publicUrl };
  const redirectUri = new URL("/google/callback", config.publicUrl).href;
  const googleClient = watchCalls(
    createGoogleClient({ ...surroundings.google, redirectUri, log }),
    ["authorizationUrl", "exchange"],
    platform.watch,
    "Google was asked",
  );
  const google = createGoogleService({
    client: googleClient,
    store: createGoogleStore(database),
    clock,
    box,
    audit,
    log,
  });
  const gateway = openSmsGateway(surroundings.sms, platform, closing);
  const phones = createPhoneService({ store: createPhoneStore(database), gateway, limiter, audit, clock, log });
  const letIn = createLetIn(sessions, subscriptions);
  const tellOwner = createTellOwner(database, tellSafety);
  const confirmPassword = passwords.confirm;
  const handlers = {
    ...accountHandlers({ signups, logins, letIn, checkSecondFactor: secondFactor.check }),
    ...sessionHandlers(sessions, subscriptions.runningOf),
    ...credentialHandlers({ passwords, addresses }),
    ...secondFactorHandlers({ service: secondFactor, confirmPassword, tellOwner }),
    ...passkeyHandlers({ adding: createPasskeyAdding(passkey), login: createPasskeyLogin(passkey), letIn, tellOwner }),
    ...googleHandlers({ service: google, letIn }),
    ...phoneHandlers(phones),
    ...privacyHandlers({ store: createPrivacyStore(database), clock, audit, confirmPassword, hasOpenPosition }),
  };
  return { handlers, sessions: sessions as SessionReader };
}
