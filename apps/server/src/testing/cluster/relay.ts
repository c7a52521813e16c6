import net from "node:net";

/** A TCP relay in place of a network link: it can lose its bytes while both ends stay up. */
export interface Relay {
  readonly port: number;
  /** Bytes in both directions wait, as behind a cut cable; connections stay open and silent. */
  cut(): void;
  mend(): void;
  /** Ends every connection; what waited is lost. */
  drop(): void;
  close(): Promise<void>;
}

export async function openRelay(target: number, port = 0): Promise<Relay> {
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  let isCut = false;
  const server = net.createServer({ pauseOnConnect: true }, (near) => {
    const far = net.connect(target, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      // While the link is cut not even an end or a reset arrives.
      from.on("error", () => undefined);
      from.on("close", () => {
        if (isCut) return;
        to.destroy();
        pairs.delete(pair);
      });
      if (!isCut) from.pipe(to);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const drop = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    pairs.clear();
  };
  return {
    port: (server.address() as net.AddressInfo).port,
    cut() {
      isCut = true;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    mend() {
      isCut = false;
      for (const [near, far] of pairs) {
        // An end that was closed behind the cut is noticed now.
        if (near.destroyed || far.destroyed) {
          near.destroy();
          far.destroy();
          continue;
        }
        near.pipe(far);
        far.pipe(near);
      }
    },
    drop,
    async close() {
      drop();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
