import { data, type LoaderFunctionArgs } from "react-router";
import { SignUpForm } from "../features/newsletter/sign-up-form.tsx";
import { researchTexts } from "../features/research/research.texts.ts";
import { filterOf, type ResearchList, readResearch } from "../features/research/research-list.ts";
import { ResearchPage } from "../features/research/research-page.tsx";
import { blogStructuredData } from "../features/research/research-structured-data.ts";
import { pageMeta } from "../lib/metadata.ts";
import { askOwnApi } from "../lib/own-api.ts";
import { pageContext } from "../lib/page-context.ts";
import { ThemedPage } from "../ui/theme.tsx";

interface ResearchData {
  readonly list: ResearchList | Promise<ResearchList>;
}

const description =
  "Research for retail traders in India: markets, strategies and risk, written by the people behind the system.";

export const links = () => [
  { rel: "alternate", type: "application/rss+xml", title: "RSS", href: "/research/rss.xml" },
  { rel: "alternate", type: "application/atom+xml", title: "Atom", href: "/research/atom.xml" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ask = context.get(pageContext)?.ask ?? askOwnApi;
  const list = await readResearch(ask, filterOf(new URL(request.url).searchParams));
  return data({ list } satisfies ResearchData, { status: list.kind === "failed" ? 503 : 200 });
}

/** On navigation inside the app the page opens at once and shows that it loads (C2.17). */
export function clientLoader({ request }: Pick<LoaderFunctionArgs, "request">): ResearchData {
  return { list: readResearch(askOwnApi, filterOf(new URL(request.url).searchParams)) };
}

export function meta({ loaderData }: { loaderData?: ResearchData | undefined }) {
  const list = loaderData?.list;
  const isKnown = list !== undefined && "kind" in list && list.kind === "loaded";
  const isFiltered = isKnown && (list.filter.words !== "" || list.filter.tag !== "");
  return pageMeta({
    title: researchTexts.title,
    description,
    keywords: ["stock market research", "trading strategies", "Indian equities"],
    path: "/research",
    isPrivate: isFiltered,
    ...(isKnown ? { structuredData: blogStructuredData(list, description) } : {}),
  });
}

export default function Research({ loaderData }: { readonly loaderData: ResearchData }) {
  return (
    <ThemedPage>
      <ResearchPage list={loaderData.list} letter={<SignUpForm />} />
    </ThemedPage>
  );
}
