import { configure } from "@testing-library/react";
import { PATIENCE_MS } from "@vriddhi/testing/eventually";

/** What findBy and waitFor wait at most, for every test of the web. */
configure({ asyncUtilTimeout: PATIENCE_MS });
