import { Link, type LoaderFunctionArgs, redirect, useParams } from "react-router";
import { connectionOf } from "../features/dashboard/broker-connection.ts";
import { pageMeta } from "../lib/metadata.ts";
import { Button } from "../ui/button.tsx";
import { NoticePage } from "../ui/notice-page.tsx";

export const meta = ({ params }: { params: { broker?: string } }) => {
  const name = connectionOf(params.broker)?.name ?? "your broker";
  return pageMeta({
    title: `Connect ${name}`,
    description: `The page ${name} sends you back to after you have allowed the connection to your account.`,
    keywords: ["broker connection", name],
    path: `/connect/${params.broker ?? ""}`,
    isPrivate: true,
  });
};

/** A2.16: a broker nobody knows is an unknown path. */
function refuseUnknownBroker({ params }: Pick<LoaderFunctionArgs, "params">): null {
  if (connectionOf(params["broker"]) === null) throw redirect("/");
  return null;
}

/** Inside the app no server has to be asked; both are the same, but the browser's build drops `loader`. */
export const loader = refuseUnknownBroker;
export const clientLoader = refuseUnknownBroker;

export default function Connect() {
  const connection = connectionOf(useParams()["broker"]);
  if (connection === null) return null;
  return (
    <NoticePage
      title={`Connect ${connection.name}`}
      action={
        <Button asChild variant="primary">
          <Link to={connection.path}>Open your dashboard</Link>
        </Button>
      }
    >
      You will finish linking your account here soon.
    </NoticePage>
  );
}
