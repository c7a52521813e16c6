import { type ReactNode, useEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";
import { FilmSwitch } from "./film-switch.tsx";
import { HeroSection } from "./hero-section.tsx";
import "./home.css";
import { HomeFilm } from "./home-film.tsx";
import { lazySection } from "./lazy-section.tsx";
import { useFilm } from "./use-film.ts";
import { useSmoothScroll } from "./use-smooth-scroll.ts";

const GlanceSection = lazySection("glance", async () => (await import("./glance-section.tsx")).GlanceSection);
const EducationSection = lazySection(
  "education",
  async () => (await import("./education-section.tsx")).EducationSection,
);
const ReviewsSection = lazySection("reviews", async () => (await import("./reviews-section.tsx")).ReviewsSection);
const ClosingSection = lazySection("closing", async () => (await import("./closing-section.tsx")).ClosingSection);

interface HomePageProps {
  readonly bar: ReactNode;
  readonly footer: ReactNode;
}

/** True once the page is idle: then everything below the window is laid out too, and nothing jumps while scrolling. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => whenIdle(() => setSettled(true)), []);
  return isSettled;
}

export function HomePage({ bar, footer }: HomePageProps) {
  useSmoothScroll();
  const film = useFilm();
  const isSettled = useSettled();
  return (
    <div className="home" data-settled={isSettled || undefined}>
      <HomeFilm film={film} />
      {bar}
      <main id="main">
        <HeroSection filmSwitch={<FilmSwitch film={film} />} />
        <GlanceSection />
        <EducationSection />
        <ReviewsSection />
      </main>
      <ClosingSection footer={footer} />
    </div>
  );
}
