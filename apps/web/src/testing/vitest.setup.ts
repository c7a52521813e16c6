import { configure } from "@testing-library/react";
import { PATIENCE_MS } from "@vriddhi/testing/eventually";
import { afterAll, vi } from "vitest";

/** What findBy and waitFor wait at most, for every test of the web. */
configure({ asyncUtilTimeout: PATIENCE_MS });

/** Parts that are loaded late may still be on their way when the last test ends: without a document they would fail the run. */
afterAll(() => vi.dynamicImportSettled());
