import Rss from "lucide-react/icons/rss";
import Search from "lucide-react/icons/search";
import { type ReactNode, Suspense, use } from "react";
import { Form, Link, useRevalidator } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { SpinnerWithText } from "../../ui/spinner.tsx";
import { researchTexts as texts } from "./research.texts.ts";
import { ResearchCards } from "./research-cards.tsx";
import {
  type LoadedResearch,
  type ResearchFilter,
  type ResearchList,
  searchOf,
  type TagCount,
} from "./research-list.ts";

/** Topics that fit into the bar; the search finds the others. */
const TAGS_SHOWN = 8;

const toList = (filter: ResearchFilter): string => `/research${searchOf(filter)}`;

/** Works without a script: the search is an address. */
function SearchForm({ filter }: { filter: ResearchFilter }) {
  return (
    <Form action="/research" role="search" className="relative w-full md:w-66" key={filter.words}>
      <label htmlFor="research-search" className="sr-only">
        {texts.search}
      </label>
      <Search
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4.5 text-muted"
        aria-hidden="true"
      />
      <input
        id="research-search"
        name="q"
        type="search"
        maxLength={100}
        defaultValue={filter.words}
        placeholder={texts.search}
        className={classNames(inputClass(false), "pl-11")}
      />
      <button type="submit" className="sr-only">
        {texts.searchButton}
      </button>
    </Form>
  );
}

function Topics({ tags, filter }: { tags: readonly TagCount[]; filter: ResearchFilter }) {
  const shown = tags.slice(0, TAGS_SHOWN).map(({ tag }) => tag);
  const isOther = filter.tag !== "" && !shown.includes(filter.tag);
  const topics = [
    { label: texts.all, tag: "" },
    ...[...shown, ...(isOther ? [filter.tag] : [])].map((tag) => ({ label: tag, tag })),
  ];
  return (
    <nav aria-label={texts.topics} className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 md:mx-0 md:flex-wrap md:px-0">
      {topics.map(({ label, tag }) => (
        <Link
          key={tag}
          to={toList({ words: "", tag, page: 1 })}
          aria-current={tag === filter.tag ? "page" : undefined}
          className="flex h-11 shrink-0 items-center rounded-full border border-line px-4.5 text-sm font-medium text-muted transition-colors hover:border-line-strong hover:text-text aria-[current=page]:border-text aria-[current=page]:bg-text aria-[current=page]:text-ground"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function PageLinks({ filter, pages }: { filter: ResearchFilter; pages: number }) {
  if (pages <= 1) return null;
  const to = (page: number) => toList({ words: filter.words, tag: filter.tag, page });
  return (
    <nav aria-label={texts.pages} className="flex flex-wrap items-center justify-center gap-4">
      {filter.page > 1 && (
        <Button asChild>
          <Link to={to(filter.page - 1)} rel="prev">
            {texts.newer}
          </Link>
        </Button>
      )}
      <span className="figures text-sm text-muted">{texts.page(filter.page, pages)}</span>
      {filter.page < pages && (
        <Button asChild>
          <Link to={to(filter.page + 1)} rel="next">
            {texts.older}
          </Link>
        </Button>
      )}
    </nav>
  );
}

function TopicsTile({ tags }: { tags: readonly TagCount[] }) {
  return (
    <div className="grid gap-3">
      <h2 className="text-xl font-semibold">{texts.more}</h2>
      <ul className="grid grid-cols-2 gap-x-4">
        {tags.slice(0, TAGS_SHOWN).map(({ tag, count }) => (
          <li key={tag}>
            <Link
              to={toList({ words: "", tag, page: 1 })}
              className="flex h-11 items-center justify-between gap-2 text-sm underline-offset-4 hover:underline"
            >
              <span className="truncate">{tag}</span>
              <span className="figures text-muted">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NoArticle({ filter }: { filter: ResearchFilter }) {
  const isWhole = filter.words === "" && filter.tag === "" && filter.page === 1;
  return (
    <Card>
      {isWhole ? (
        <EmptyState title={texts.emptyTitle}>{texts.emptyBody}</EmptyState>
      ) : (
        <EmptyState
          title={texts.noMatch}
          action={
            <Button asChild>
              <Link to="/research">{texts.showAll}</Link>
            </Button>
          }
        >
          {texts.noMatchBody}
        </EmptyState>
      )}
    </Card>
  );
}

function Articles({ list, letter }: { list: LoadedResearch; letter: ReactNode }) {
  if (list.posts.length === 0) return <NoArticle filter={list.filter} />;
  const tiles = list.tags.length > 0 ? [letter, <TopicsTile key="topics" tags={list.tags} />] : [letter];
  // A second tile needs a second block.
  const fitting = list.posts.length > 5 ? tiles : tiles.slice(0, 1);
  return (
    <>
      <ResearchCards posts={list.posts} tiles={fitting} />
      <PageLinks filter={list.filter} pages={list.pages} />
    </>
  );
}

function Loaded({ source, letter }: { source: ResearchList | Promise<ResearchList>; letter: ReactNode }) {
  const list = source instanceof Promise ? use(source) : source;
  const revalidator = useRevalidator();
  if (list.kind === "failed") {
    return (
      <Card>
        <ErrorState
          title={texts.errorTitle}
          onRetry={() => void revalidator.revalidate()}
          isRetrying={revalidator.state === "loading"}
        >
          {list.message}
        </ErrorState>
      </Card>
    );
  }
  return (
    <>
      <div className="flex flex-col gap-4 md:flex-row-reverse md:items-start md:justify-between">
        <SearchForm filter={list.filter} />
        <Topics tags={list.tags} filter={list.filter} />
      </div>
      <Articles list={list} letter={letter} />
    </>
  );
}

interface ResearchPageProps {
  /** A promise while the browser is reading. */
  list: ResearchList | Promise<ResearchList>;
  letter: ReactNode;
}

export function ResearchPage({ list, letter }: ResearchPageProps) {
  return (
    <div className="page-width grid full-page grid-cols-[minmax(0,1fr)] content-start gap-6 py-12 md:py-16">
      <header className="grid gap-3 pr-12">
        <h1 className="text-3xl font-semibold">{texts.title}</h1>
        <p className="flex flex-wrap items-center gap-x-4 text-lg text-muted">
          {texts.lead}
          <a
            href="/research/rss.xml"
            className="inline-flex h-11 items-center gap-1.5 text-sm font-medium underline-offset-4 hover:text-text hover:underline"
          >
            <Rss className="size-4" aria-hidden="true" />
            {texts.feed}
          </a>
        </p>
      </header>
      <Suspense fallback={<SpinnerWithText>{texts.loading}</SpinnerWithText>}>
        <Loaded source={list} letter={letter} />
      </Suspense>
    </div>
  );
}
