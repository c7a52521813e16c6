import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createFilm, type FilmSize } from "./hero-film-frames.ts";

/** Run after a change, to make public/film: `node scripts/hero-film.ts [ffmpeg]`; ffmpeg needs VP9, H.264 and AV1. */
const FILM: FilmSize = { width: 1280, height: 720 };
const SECONDS = 8;
const FRAMES_PER_SECOND = 24;
/** The posters are the film's first frame: wide for desks, the same picture cut upright for phones. */
const POSTER: FilmSize = { width: 1920, height: 1080 };
const UPRIGHT = "crop=607:1080:920:0,scale=540:960";

const OUT = path.resolve(import.meta.dirname, "../public/film");
const FFMPEG = process.argv[2] ?? "ffmpeg";

async function encode(size: FilmSize, frames: number, output: readonly string[]): Promise<void> {
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${size.width}x${size.height}`];
  const input = [...raw, "-r", String(FRAMES_PER_SECOND), "-i", "-"];
  const child = spawn(FFMPEG, ["-hide_banner", "-loglevel", "error", "-y", ...input, ...output], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  const draw = createFilm(size);
  for (let frame = 0; frame < frames; frame += 1) {
    if (!child.stdin.write(draw(frame / frames))) await once(child.stdin, "drain");
  }
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error("ffmpeg refused");
}

const inOut = (name: string): string => path.join(OUT, name);
const still = (name: string, ...filter: readonly string[]) => ["-frames:v", "1", ...filter, inOut(name)];
const avif = ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "22", "-cpu-used", "3", "-pix_fmt", "yuv420p"];

await encode(POSTER, 1, [
  ...still("poster-wide.avif", ...avif),
  ...still("poster-wide.webp", "-c:v", "libwebp", "-quality", "72"),
  ...still("poster-tall.avif", "-vf", UPRIGHT, ...avif),
  ...still("poster-tall.webp", "-vf", UPRIGHT, "-c:v", "libwebp", "-quality", "72"),
]);

const yuv = ["-pix_fmt", "yuv420p", "-an"];
const webm = ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "30", "-row-mt", "1", "-cpu-used", "2", "-g", "192"];
const mp4 = ["-c:v", "libx264", "-preset", "slow", "-crf", "23", "-movflags", "+faststart"];
await encode(FILM, SECONDS * FRAMES_PER_SECOND, [
  ...webm,
  ...yuv,
  inOut("film.webm"),
  ...mp4,
  ...yuv,
  inOut("film.mp4"),
]);
