import { brokersShown } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { type ComponentType, useState } from "react";
import { type MetaDescriptor, useNavigate } from "react-router";
import { HeaderAccount } from "../app/header-account.tsx";
import { MobileMenu } from "../app/mobile-menu.tsx";
import { FooterContent } from "../app/site-footer.tsx";
import { mainLinks } from "../app/site-links.ts";
import { posterPreloads } from "../features/home/film-files.ts";
import { HomeBar } from "../features/home/home-bar.tsx";
import { pathForName } from "../features/home/home-navigation.ts";
import { HomePage } from "../features/home/home-page.tsx";
import { homeStructuredData } from "../features/home/home-structured-data.ts";
import { pageMeta } from "../lib/metadata.ts";
import { setScrollTarget } from "../lib/scroll-target.ts";
import { homeTexts } from "../texts/home.texts.ts";
import { siteTexts } from "../texts/site.texts.ts";
import { showToast } from "../ui/toast.tsx";

export const meta = (): MetaDescriptor[] => [
  ...pageMeta({
    title: "Trade by rule, not by nerve",
    description: homeTexts.description,
    keywords: ["automated trading India", "algorithmic trading", ...brokersShown.map((broker) => brokerTitles[broker])],
    path: "/",
    structuredData: homeStructuredData(),
  }),
  ...(posterPreloads as MetaDescriptor[]),
];

/** One element forever: a section that waits for its code must not render again. */
const footer = <FooterContent />;

type LogoutDialog = ComponentType<{ readonly onClose: () => void }>;

/** A2.20: logout asks first; the dialog's code loads when needed. */
function useLogout() {
  const [Dialog, setDialog] = useState<LogoutDialog | null>(null);
  const askToLeave = () =>
    void import("../app/logout-dialog.tsx").then(
      ({ LogoutDialog }) => setDialog(() => LogoutDialog),
      () => showToast("error", siteTexts.logoutFailed),
    );
  return { askToLeave, dialog: Dialog && <Dialog onClose={() => setDialog(null)} /> };
}

/** The site's header is hidden here (A2.18), so the page brings a bar of its own. */
export default function Home() {
  const navigate = useNavigate();
  const { askToLeave, dialog } = useLogout();
  const goTo = (name: string) => {
    if (name === "home") setScrollTarget("hero");
    void navigate(pathForName(name));
  };
  return (
    <>
      <HomePage
        bar={
          <HomeBar
            links={mainLinks}
            onNavigate={goTo}
            account={<HeaderAccount onLogout={askToLeave} />}
            menu={<MobileMenu onLogout={askToLeave} />}
          />
        }
        footer={footer}
      />
      {dialog}
    </>
  );
}
