import { type LoaderFunctionArgs, redirect, useParams } from "react-router";
import { ConnectPage } from "../features/broker-connect/connect-page.tsx";
import { connectionOf } from "../features/dashboard/broker-connection.ts";
import { pageMeta } from "../lib/metadata.ts";

export const meta = ({ params }: { params: { broker?: string } }) => {
  const name = connectionOf(params.broker)?.name ?? "your broker";
  return [
    // The address carries a grant on arrival, and no request of this page may name it: so this comes first.
    { name: "referrer", content: "no-referrer" },
    ...pageMeta({
      title: `Connect ${name}`,
      description: `The page ${name} sends you back to after you have allowed the connection to your account.`,
      keywords: ["broker connection", name],
      path: `/connect/${params.broker ?? ""}`,
      isPrivate: true,
    }),
  ];
};

function refuseUnknownBroker({ params }: Pick<LoaderFunctionArgs, "params">): null {
  if (connectionOf(params["broker"]) === null) throw redirect("/");
  return null;
}

/** On navigation inside the app no request is needed; both do the same, but the browser's build drops `loader`. */
export const loader = refuseUnknownBroker;
export const clientLoader = refuseUnknownBroker;

export default function Connect() {
  const connection = connectionOf(useParams()["broker"]);
  if (connection === null) return null;
  const { broker, name, path } = connection;
  return <ConnectPage key={broker} broker={broker} name={name} connectionPath={path} />;
}
