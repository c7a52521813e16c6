import { statfs } from "node:fs/promises";
import os from "node:os";
import type { Config } from "../../platform/config/config.ts";
import { advice, type Check, type Finding, must, ok } from "./finding.ts";

const GIGABYTE = 1024 ** 3;
/** Uploads and a day's log fit into the first; below the second the next picture or log line fails. */
const ROOM_ADVISED = 2 * GIGABYTE;
const ROOM_MIN = GIGABYTE / 4;
const NODE_PINNED = 24;

type Room = (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

export const checkDisk =
  ({ dataDir }: Pick<Config, "dataDir">, room: Room = statfs): Check =>
  async () => {
    const { bavail, bsize } = await room(dataDir);
    const free = bavail * bsize;
    const found = `${(free / GIGABYTE).toFixed(1)} GB are free in ${dataDir}`;
    const remedy = "make room, or move DATA_DIR to a larger disk";
    if (free < ROOM_MIN) return [must("disk", found, remedy)];
    return [free < ROOM_ADVISED ? advice("disk", found, remedy) : ok("disk", found)];
  };

const addressesOfMachine = (): readonly string[] =>
  Object.values(os.networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));

/** A link keeps its address: a machine without it cannot send that account's orders. */
export const checkEgress =
  (config: Pick<Config, "egressAddresses" | "egressPublicAddresses" | "mode">, own = addressesOfMachine()): Check =>
  async () => {
    const { egressAddresses, egressPublicAddresses, mode } = config;
    const absent = egressAddresses.filter((address) => !own.includes(address));
    if (absent.length > 0)
      return [
        must(
          "egress",
          `this machine does not have ${absent.join(", ")}`,
          "give the network interface these addresses, or remove them from EGRESS_ADDRESSES",
        ),
      ];
    if (mode === "live" && egressAddresses.length === 0 && !egressPublicAddresses.has("*"))
      return [
        advice(
          "egress",
          "users cannot see which address to register at their broker",
          "set EGRESS_ADDRESSES, or EGRESS_PUBLIC_ADDRESSES=*=ADDRESS",
        ),
      ];
    return [ok("egress", `${egressAddresses.length} addresses of this machine are for broker accounts`)];
  };

export const checkNode =
  (version = process.versions.node): Check =>
  async () => {
    const major = Number(version.split(".")[0]);
    const found = `Node ${version}`;
    return [
      major === NODE_PINNED
        ? ok("node", found)
        : advice("node", found, `use Node ${NODE_PINNED}: only it is tested with this product`),
    ];
  };

/** Several machines need one place for pictures. */
export const checkPictures = ({ blog, mode }: Pick<Config, "blog" | "mode">): readonly Finding[] =>
  mode === "live" && blog.images === "local"
    ? [
        advice(
          "pictures",
          "blog pictures are files in DATA_DIR",
          "set BLOG_IMAGES=s3 before a second machine serves the API",
        ),
      ]
    : [];
