import { brand } from "@vriddhi/core/site/brand";
import type { TextDocument } from "./text-pdf.ts";

interface Guide extends TextDocument {
  readonly file: "fyers" | "angelone" | "zerodha";
}

const safety = {
  heading: "What happens to your details",
  paragraphs: [
    "Secrets are encrypted one by one before they are stored. From then on they are shown as dots. Leave the dots unchanged to keep the stored value.",
    "Your money and your shares stay in your broker account. You can disconnect at any time; while a position is open, stop the algorithm first and wait until it is closed.",
    `Only the connection form asks for your PIN. ${brand.name} never asks for a PIN, a password or a code by phone, mail or chat. Questions: ${brand.supportEmail}.`,
  ],
};

/** Where each broker needs the address that orders come from. */
const staticAddress = (where: string) => ({
  heading: "Register the static address",
  paragraphs: [
    `Brokers accept orders only from an address that you have registered with them. Logging in and reading work without it. The connection tab of your dashboard shows yours under Static address, with a copy button. ${where}`,
    "When your account is connected, press Check now: we ask the broker whether it accepts orders from this address. The check places no order.",
  ],
});

const leaving = {
  heading: "Disconnect or delete",
  paragraphs: [
    "Disconnect ends today's session and keeps your API credentials. Delete Credentials removes them completely. Both need no subscription.",
  ],
};

export const guides: readonly Guide[] = [
  {
    file: "fyers",
    title: `${brand.name}: How to connect Fyers`,
    sections: [
      {
        heading: "1. Make an app at Fyers",
        paragraphs: [
          "Log in to the API dashboard of Fyers and create an app. As its redirect URL enter exactly the address that the Fyers Connection tab of your dashboard shows; the button beside it copies it.",
          "Allow the app to read your profile, orders and positions and to place orders. Fyers then shows an app ID, such as ABCDE12345-100, and a secret key.",
        ],
      },
      {
        heading: "2. Switch on TOTP",
        paragraphs: [
          "In your Fyers account, under security, switch on the external authenticator. Fyers shows a TOTP key of about 32 letters beside the QR code. Add it to your authenticator app and keep the key for the form.",
        ],
      },
      {
        heading: "3. Fill in the form",
        paragraphs: [
          "Fyers ID: the id you log in with, such as XA00001. App ID: the part before the dash. App Type: the number after the dash, usually 100.",
          "PIN: the four digits of your Fyers account. TOTP Key and Secret Key: as copied above.",
        ],
      },
      {
        heading: "4. Connect",
        paragraphs: [
          "Press Manual Connect. A window opens with the login page of Fyers. Log in there and allow the app. The window returns to us and the tab shows Connected to Fyers.",
          "If your browser blocks the window, press Open the login page. If the window does not return to us, copy the whole address it ends on, paste it into the field and press Complete Authentication.",
          "After the first manual connect the form also offers Auto-Connect, which logs in for you with PIN and TOTP key. It takes up to 90 seconds.",
        ],
      },
      {
        heading: "Every morning",
        paragraphs: [
          "Fyers ends every session overnight. While you have a subscription, we reconnect at 8:30 AM on trading days with the stored details. If that does not work, you get a message that says what to do.",
        ],
      },
      staticAddress("At the API dashboard of Fyers, edit your app and enter it as the static IP of the app."),
      leaving,
      safety,
    ],
  },
  {
    file: "angelone",
    title: `${brand.name}: How to connect Angel One`,
    sections: [
      {
        heading: "1. Get a SmartAPI key",
        paragraphs: [
          "Log in to SmartAPI, the developer page of Angel One, and create an app of the type Trading API. Angel One shows an API key.",
        ],
      },
      {
        heading: "2. Switch on TOTP",
        paragraphs: [
          "On the same page choose Enable TOTP and log in with your client code and PIN. Angel One shows a QR code and a TOTP secret beside it. Add it to your authenticator app and copy the secret.",
        ],
      },
      {
        heading: "3. Fill in the form",
        paragraphs: [
          "API key: as copied. Client code: as on your statements. Trading PIN: the four digits you log in with.",
          "TOTP secret or code: with the secret we can log in for you every morning. With the 6-digit code that your authenticator shows right now you connect once, and are asked again tomorrow.",
        ],
      },
      {
        heading: "4. Connect",
        paragraphs: [
          "Press Connect. The tab then says Connected to Angel One with your client code, name, email and mobile number.",
          "Fetch Credentials fills the form with the stored values, as dots. Refresh Status renews today's session. Reconnect shows the form again; Disconnect ends the session.",
        ],
      },
      {
        heading: "Every morning",
        paragraphs: [
          "While you have a subscription, we disconnect at 8:00 AM on trading days and reconnect at 8:30 AM with the stored TOTP secret. If that does not work, you get a message that says what to do.",
        ],
      },
      staticAddress("At SmartAPI, edit your app and enter it as the primary static IP. One change a week is allowed."),
      leaving,
      safety,
    ],
  },
  {
    file: "zerodha",
    title: `${brand.name}: How to connect Zerodha`,
    sections: [
      {
        heading: "1. Make a Kite Connect app",
        paragraphs: [
          "Log in to the developer page of Kite Connect and create an app. As its redirect URL enter exactly the address that the Zerodha Connection tab of your dashboard shows; the button beside it copies it.",
          "As client ID enter your own Zerodha client ID. Kite then shows an API key and an API secret.",
        ],
      },
      {
        heading: "2. Fill in the form",
        paragraphs: [
          "API key and API secret: as copied. Client ID: the id you log in with, such as AB1234.",
          "Auto trading, Max daily trades and Risk management can be left as they are and changed at any time.",
        ],
      },
      {
        heading: "3. Log in at Zerodha",
        paragraphs: [
          "Press Save and Connect. A window opens with the login page of Zerodha. Enter user ID and password, then the code of your authenticator app. The window returns to us and the tab shows Connected to Zerodha.",
          "If your browser blocks the window, press Open the login page. If the window does not return to us, copy the whole address it ends on, paste it into the field and press Complete Login.",
        ],
      },
      {
        heading: "Every morning",
        paragraphs: [
          "Zerodha ends every session early in the morning and requires you to log in yourself, once a day. On trading days you get a message with a link at 8:05 AM: tap it, log in, done. We remind you at 8:30 and 8:50 AM.",
        ],
      },
      staticAddress(
        "At developers.kite.trade, open your profile and enter it under IP Whitelist. It counts for all your apps.",
      ),
      leaving,
      safety,
    ],
  },
];
