import { useNavigation } from "react-router";
import { siteTexts } from "../texts/site.texts.ts";

/** A progress line along the top while the next page loads; frame.css delays it for a moment. */
export function PageProgress() {
  const isLoading = useNavigation().state === "loading";
  if (!isLoading) return null;
  return (
    <div className="page-progress" role="progressbar" aria-label={siteTexts.loadingPage}>
      <span />
    </div>
  );
}
