import { type LoaderFunctionArgs, redirect } from "react-router";

/** C2.5: /blogs, /blogs/create and articles live under /research. */
function toResearch({ request }: Pick<LoaderFunctionArgs, "request">): never {
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname.replace(/^\/blogs/, "/research") + search, 301);
}

/** On navigation inside the app no request is needed; both do the same, but the browser's build drops `loader`. */
export const loader = toResearch;
export const clientLoader = toResearch;

export default function BlogsAlias() {
  return null;
}
