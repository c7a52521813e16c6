import { configure } from "@testing-library/react";
import { PATIENCE_MS } from "@vriddhi/testing/eventually";
import { afterAll, vi } from "vitest";

/** The most that findBy and waitFor wait, for every test of the web. */
configure({ asyncUtilTimeout: PATIENCE_MS });

/** Lazy parts may still be loading when the last test ends: without a document they would fail the run. */
afterAll(() => vi.dynamicImportSettled());
