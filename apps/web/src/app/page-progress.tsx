import { useNavigation } from "react-router";
import { siteTexts } from "../texts/site.texts.ts";

/** A line along the top while the next page takes longer than a moment; frame.css holds it back for that moment. */
export function PageProgress() {
  const isLoading = useNavigation().state === "loading";
  if (!isLoading) return null;
  return (
    <div className="page-progress" role="progressbar" aria-label={siteTexts.loadingPage}>
      <span />
    </div>
  );
}
