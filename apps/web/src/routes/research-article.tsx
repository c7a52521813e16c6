import { data, type LoaderFunctionArgs } from "react-router";
import { ArticlePage } from "../features/article/article-page.tsx";
import { type ArticleState, articleStatus, readArticle } from "../features/article/article-state.ts";
import { articleDescription, articleStructuredData } from "../features/article/article-structured-data.ts";
import { pageMeta } from "../lib/metadata.ts";
import { askOwnApi } from "../lib/own-api.ts";
import { pageContext } from "../lib/page-context.ts";
import { ThemedPage } from "../ui/theme.tsx";

interface ArticleData {
  readonly state: ArticleState;
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const ask = context.get(pageContext)?.ask ?? askOwnApi;
  const state = await readArticle(ask, params["slug"] ?? "");
  return data({ state } satisfies ArticleData, { status: articleStatus[state.kind] });
}

export async function clientLoader({ params }: Pick<LoaderFunctionArgs, "params">): Promise<ArticleData> {
  return { state: await readArticle(askOwnApi, params["slug"] ?? "") };
}

const missingMeta = (slug: string) =>
  pageMeta({
    title: "Research Article Not Found",
    description: "There is no research article at this address. All published articles are in our research section.",
    keywords: ["research article"],
    path: `/research/${encodeURIComponent(slug)}`,
    isPrivate: true,
  });

export function meta({ params, loaderData }: { params: { slug?: string }; loaderData?: ArticleData | undefined }) {
  if (loaderData?.state.kind !== "loaded") return missingMeta(params.slug ?? "");
  const { post } = loaderData.state.article;
  const description = articleDescription(post);
  return pageMeta({
    title: post.title,
    description,
    keywords: post.tags.length > 0 ? post.tags : ["research"],
    path: `/research/${encodeURIComponent(post.slug)}`,
    structuredData: articleStructuredData(post, description),
    ...(post.featured_image_url === null ? {} : { image: post.featured_image_url }),
  });
}

export default function ResearchArticle({ loaderData }: { readonly loaderData: ArticleData }) {
  return (
    <ThemedPage>
      <ArticlePage state={loaderData.state} />
    </ThemedPage>
  );
}
