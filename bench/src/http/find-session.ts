import fs from "node:fs";
import path from "node:path";
import { ROOT } from "@vriddhi/testing/child-process";

const STORE = "apps/server/src/features/session/session.store.pg.ts";

/** The product's own statement, read from its source: the walls let no import through, and a copy would drift. */
export function readFindSession(): string {
  const source = fs.readFileSync(path.join(ROOT, STORE), "utf8");
  const statement = /FIND_SESSION = `([^`$]+(?:\$\d[^`$]*)*)`/.exec(source)?.[1];
  if (statement === undefined) throw new Error(`${STORE} holds no FIND_SESSION any more`);
  return statement;
}
