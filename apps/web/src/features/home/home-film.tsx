import { type CSSProperties, useRef } from "react";
import { filmSources, posters } from "./film-files.ts";
import type { Film } from "./use-film.ts";
import { useParallax } from "./use-parallax.ts";

function Poster() {
  const [tall, wide] = posters;
  return (
    <picture>
      <source media={tall.media} type="image/avif" srcSet={tall.avif} />
      <source media={wide.media} type="image/avif" srcSet={wide.avif} />
      <source media={tall.media} type="image/webp" srcSet={tall.webp} />
      <img src={wide.webp} alt="" width={1920} height={1080} fetchPriority="high" decoding="async" />
    </picture>
  );
}

/** The pictures beneath the film on the longest page. Every second one is upside down, so that their edges meet. */
const BENEATH = [1, 2, 3, 4, 5, 6] as const;

function PicturesBeneath() {
  const [tall, wide] = posters;
  return BENEATH.map((place) => (
    <picture key={place} className="home-film-beneath" style={{ "--place": place } as CSSProperties}>
      <source media={tall.media} type="image/avif" srcSet={tall.avif} />
      <source media={wide.media} type="image/avif" srcSet={wide.avif} />
      <source media={tall.media} type="image/webp" srcSet={tall.webp} />
      <img src={wide.webp} alt="" width={1920} height={1080} loading="lazy" decoding="async" />
    </picture>
  ));
}

/** A2.23: the muted loop behind the page, under a dark overlay; its poster is there from the first paint on. */
export function HomeFilm({ film }: { readonly film: Film }) {
  const layer = useRef<HTMLDivElement>(null);
  useParallax(layer);
  return (
    <div className="home-film" aria-hidden="true">
      <div ref={layer} className="home-film-layer">
        <Poster />
        {film.isFetched && (
          <video ref={film.video} autoPlay muted loop playsInline data-shown={film.isShown} onPlaying={film.show}>
            {filmSources.map(({ src, type }) => (
              <source key={src} src={src} type={type} />
            ))}
          </video>
        )}
        <PicturesBeneath />
      </div>
      <div className="home-film-overlay" />
    </div>
  );
}
