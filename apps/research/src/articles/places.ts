import path from "node:path";

export const repositoryRoot = path.resolve(import.meta.dirname, "../../../..");
export const contentFolder = path.join(repositoryRoot, "content/research");
export const measuredFile = path.join(contentFolder, "measured.json");
/** References lie beside the checkout on machines that have them; nowhere in the repository. */
export const referenceFolder = path.join(repositoryRoot, "../shared/reference");
