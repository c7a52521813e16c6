import { type LoaderFunctionArgs, redirect } from "react-router";

/** C2.5: /blogs, /blogs/create and articles live under /research. */
export function loader({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): never {
  const rest = params["*"] ? `/${params["*"]}` : "";
  throw redirect(`/research${rest}${new URL(request.url).search}`, 301);
}

/** Inside the app no server has to be asked. */
export const clientLoader = loader;

export default function BlogsAlias() {
  return null;
}
