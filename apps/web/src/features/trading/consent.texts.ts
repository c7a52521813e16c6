/** Another text gets another CONSENT_VERSION, so that no user is held to a text that they never saw. */
export const consentTexts = {
  title: "Before the first start",
  lead: "Please read this once. We record that you agreed, with the date.",
  points: [
    "The algorithm places real orders in your own broker account, with your money. You can lose money, even when every rule is kept.",
    "A stop is an order, not a wall: in a fast market it can fill at a worse price, or late.",
    "The day's loss is limited to about 1% of the capital that you set; gaps and halts can make it more.",
    "Positions are closed the same day, from 3:00 PM. If the broker or the network fails, we notify you and you may have to close by hand.",
    "We promise no profit. Past results, samples and back-tests do not predict future results.",
    "You can stop at any time: Deactivate or Stop beside Activate ends this run, Stop everything ends all of them. Both close what is open.",
  ],
  agree: "I have read this and agree that the algorithm trades in my account.",
  mustAgree: "Please tick the box to go on.",
  terms: "Terms",
  modeTitle: "How do you want to approve trades?",
  modes: {
    auto: { label: "Auto", body: "You approve once a day. Entries and exits then happen by themselves." },
    manual: {
      label: "Manual",
      body: "Each entry is offered to you for 15 seconds. No answer means no trade. Exits never wait.",
    },
  },
  modeDialog: "Approval",
  modeLater: "You can change this later on this screen while nothing runs.",
  cancel: "Not now",
} as const;
