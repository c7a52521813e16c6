export const brand = {
  name: "Vriddhi",
  system: "Vriddhi Intelligence",
  tagline: "Automated equity trading through your own broker account",
  legalEntity: "Vriddhi Algo Technologies Private Limited",
  supportEmail: "support@vriddhi.example",
  replyTime: "within two working days",
  refundTime: "usually within seven working days",
  mailFrom: { name: "Vriddhi", address: "no-reply@vriddhi.example" },
  /** Placeholder for builds and mail drafts without the deployment's PUBLIC_URL. */
  canonicalOrigin: "https://vriddhi.example",
  social: [
    { label: "X", href: "https://x.com/vriddhi" },
    { label: "LinkedIn", href: "https://www.linkedin.com/company/vriddhi" },
    { label: "YouTube", href: "https://www.youtube.com/@vriddhi" },
    { label: "Instagram", href: "https://www.instagram.com/vriddhi" },
  ],
  riskDisclosure:
    "Investment in securities market are subject to market risks. Read all the related documents carefully before investing.",
} as const;
