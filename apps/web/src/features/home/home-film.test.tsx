import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preparePageTests } from "../../testing/render-site.tsx";
import { homeTexts } from "../../texts/home.texts.ts";
import { FilmSwitch } from "./film-switch.tsx";
import { HomeFilm } from "./home-film.tsx";
import { FILM_PAUSE_MS, useFilm } from "./use-film.ts";

preparePageTests();

let idle: (() => void) | null = null;
const becomeIdle = () => act(() => idle?.());
/** Idle, and then the film's own delay. */
const comeToRest = () => {
  becomeIdle();
  act(() => vi.advanceTimersByTime(FILM_PAUSE_MS));
};
beforeEach(() => {
  idle = null;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestIdleCallback", (then: () => void) => {
    idle = then;
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  Object.defineProperty(navigator, "connection", { value: { saveData: false }, configurable: true });
});

afterEach(() => vi.useRealTimers());

function Page() {
  const film = useFilm();
  return (
    <>
      <HomeFilm film={film} />
      <FilmSwitch film={film} />
    </>
  );
}

describe("[A2.23] the background film", () => {
  it("[A7.22] shows its poster at once and is fetched only when the page is idle", () => {
    const { container } = render(<Page />);
    expect(container.querySelector("picture img")).not.toBeNull();
    becomeIdle();
    expect(container.querySelector("video")).toBeNull();
    comeToRest();
    expect(container.querySelector("video")).not.toBeNull();
  });

  it("is muted, loops, plays within the page and means nothing to a screen reader", () => {
    const { container } = render(<Page />);
    comeToRest();
    const video = container.querySelector("video");
    expect(video?.muted).toBe(true);
    expect(video?.loop).toBe(true);
    expect(video?.hasAttribute("playsinline")).toBe(true);
    expect(video?.closest("[aria-hidden=true]")).not.toBeNull();
  });

  it("is not fetched for users who save data", () => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
    render(<Page />);
    expect(idle).toBeNull();
  });

  it("is not fetched for users who prefer reduced motion", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    render(<Page />);
    expect(idle).toBeNull();
  });

  it("can be stopped once it plays", () => {
    const { container } = render(<Page />);
    comeToRest();
    const video = container.querySelector("video");
    if (video === null) throw new Error("no film");
    let isPaused = false;
    Object.defineProperty(video, "paused", { get: () => isPaused });
    video.pause = () => {
      isPaused = true;
    };
    fireEvent.playing(video);
    fireEvent.click(screen.getByRole("button", { name: homeTexts.pauseFilm }));
    expect(isPaused).toBe(true);
    expect(screen.getByRole("button", { name: homeTexts.playFilm })).toBeTruthy();
  });
});
