import { homeTexts } from "../../texts/home.texts.ts";
import type { Film } from "./use-film.ts";

/** Motion longer than five seconds can be stopped. Its place is reserved, so nothing shifts when it appears. */
export function FilmSwitch({ film }: { readonly film: Film }) {
  return (
    <button
      type="button"
      className="home-film-switch"
      style={{ visibility: film.isShown ? "visible" : "hidden" }}
      aria-label={film.isPaused ? homeTexts.playFilm : homeTexts.pauseFilm}
      onClick={film.toggle}
    >
      <svg viewBox="0 0 16 16" className="size-4" fill="currentColor" aria-hidden="true">
        <path d={film.isPaused ? "M4 2.5v11l9.5-5.5z" : "M4 3h2.75v10H4zM9.25 3H12v10H9.25z"} />
      </svg>
    </button>
  );
}
