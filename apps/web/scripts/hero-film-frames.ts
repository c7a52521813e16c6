/** The light lines of the home page's film as numbers: every frame is a pure function of its place in the loop. */

export interface FilmSize {
  readonly width: number;
  readonly height: number;
}

type Rgb = readonly [red: number, green: number, blue: number];

const TURN = 2 * Math.PI;
const GROUND_TOP: Rgb = [7, 11, 20];
const GROUND_BOTTOM: Rgb = [11, 17, 32];
const SLATE: Rgb = [86, 122, 196];
const DEEP: Rgb = [40, 62, 122];
const GOLD: Rgb = [245, 181, 68];
const LINES = 44;
const GOLDEN = new Set([15, 26]);
/** Beyond this many times its width a line gives no light. */
const REACH = 3.2;
const STEPS = 512;
/** However many lines meet, their light stays below this: nothing in the film is ever white. */
const BRIGHTEST = 165;

/** e^(−x²) for 0 ≤ x ≤ REACH from a table: it is needed some two million times a frame. */
const falloff = Float32Array.from({ length: STEPS + 1 }, (_, step) => Math.exp(-(((step / STEPS) * REACH) ** 2)));

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** The same grain in each frame: it hides the steps of a dark gradient and costs a video codec nothing. */
function grainAt(index: number): number {
  const folded = Math.imul(index ^ (index >>> 15), 0x2c1b3c6d);
  const mixed = Math.imul(folded ^ (folded >>> 12), 0x297a2d39);
  return (((mixed ^ (mixed >>> 15)) >>> 0) / 0xffff_ffff - 0.5) * 2.2;
}

function paintGround({ width, height }: FilmSize): Float32Array {
  const pixels = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const ground = mix(GROUND_TOP, GROUND_BOTTOM, y / height);
    for (let x = 0; x < width; x += 1) {
      const warmth = Math.exp(-((x / width - 0.86) ** 2 / 0.05 + (y / height - 0.2) ** 2 / 0.09));
      const cool = Math.exp(-((x / width - 0.35) ** 2 / 0.12 + (y / height - 0.95) ** 2 / 0.1));
      const at = (y * width + x) * 3;
      const grain = grainAt(y * width + x);
      pixels[at] = ground[0] + 9 * warmth + 3 * cool + grain;
      pixels[at + 1] = ground[1] + 7 * warmth + 8 * cool + grain;
      pixels[at + 2] = ground[2] + 6 * warmth + 22 * cool + grain;
    }
  }
  return pixels;
}

interface Strand {
  readonly colour: Rgb;
  readonly widthPx: number;
  readonly strength: number;
  /** −1 … 1 across the ribbon. */
  readonly offset: number;
  readonly isGold: boolean;
}

function makeStrands({ height }: FilmSize): readonly Strand[] {
  return Array.from({ length: LINES }, (_, index) => {
    const offset = (index / (LINES - 1)) * 2 - 1;
    const isGold = GOLDEN.has(index);
    const edge = 1 - Math.abs(offset) ** 1.6;
    return {
      offset,
      isGold,
      colour: isGold ? GOLD : mix(DEEP, SLATE, edge),
      widthPx: (isGold ? 1.5 : 1.05) * (height / 720),
      strength: isGold ? 0.6 : 0.1 + 0.26 * edge,
    };
  });
}

/** A rising price seen from far away: the ribbon narrows and widens, and never repeats within the picture. */
function heightOf(along: number, offset: number, phase: number): number {
  const climb = 0.84 - 0.52 * along ** 1.35;
  const sway = 0.05 * Math.sin(TURN * (1.15 * along) + phase) + 0.028 * Math.sin(TURN * (2.3 * along) - phase + 1.1);
  const spread = 0.08 + 0.19 * (0.5 + 0.5 * Math.sin(TURN * (0.85 * along) + 0.9 + 0.35 * Math.sin(phase)));
  const twist = Math.sin(TURN * (0.55 * along) + 0.9 * Math.sin(phase) + offset * 1.1);
  return climb + sway + spread * offset * (0.6 + 0.4 * twist);
}

/** Light that runs along a strand: two soft pulses, each a whole number of times per loop. */
function pulseAt(along: number, turn: number, offset: number): number {
  const place = (((turn + offset * 0.37) % 1) + 1) % 1;
  const distance = Math.abs(along * 0.86 - place);
  return Math.exp(-((Math.min(distance, 1 - distance) / 0.09) ** 2));
}

function paintStrand(pixels: Float32Array, { width, height }: FilmSize, strand: Strand, turn: number): void {
  const reachPx = strand.widthPx * REACH;
  for (let x = 0; x < width; x += 1) {
    const along = x / width;
    const centre = heightOf(along, strand.offset, turn * TURN) * height;
    const pulse = pulseAt(along, turn, strand.offset);
    const ends = Math.min(1, along / 0.18) * Math.min(1, (1.04 - along) / 0.14);
    const light = strand.strength * ends * (0.55 + (strand.isGold ? 1.1 : 1.5) * pulse);
    const last = Math.min(height - 1, Math.ceil(centre + reachPx));
    for (let y = Math.max(0, Math.floor(centre - reachPx)); y <= last; y += 1) {
      const step = Math.round((Math.abs(y - centre) / reachPx) * STEPS);
      const amount = light * (falloff[step] ?? 0);
      const at = (y * width + x) * 3;
      pixels[at] = (pixels[at] ?? 0) + strand.colour[0] * amount;
      pixels[at + 1] = (pixels[at + 1] ?? 0) + strand.colour[1] * amount;
      pixels[at + 2] = (pixels[at + 2] ?? 0) + strand.colour[2] * amount;
    }
  }
}

/** Draws frames of one size; `turn` runs from 0 to 1 over the loop, and 1 looks like 0. */
export function createFilm(size: FilmSize): (turn: number) => Uint8ClampedArray {
  const ground = paintGround(size);
  const strands = makeStrands(size);
  return (turn) => {
    const light = new Float32Array(ground.length);
    for (const strand of strands) paintStrand(light, size, strand, turn);
    return Uint8ClampedArray.from(
      light,
      (amount, at) => (ground[at] ?? 0) + BRIGHTEST * (1 - Math.exp(-amount / BRIGHTEST)),
    );
  };
}
