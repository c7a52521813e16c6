import type { IncomingMessage, ServerResponse } from "node:http";
import { isEmail, toEmailKey } from "@vriddhi/core/account/rules";
import { brand } from "@vriddhi/core/site/brand";
import type Provider from "oidc-provider";
import type { InteractionResults } from "oidc-provider";
import type { Accounts, GoogleAccount } from "./accounts.ts";
import { type ChooserView, chooserPage, faultPage, pageHeaders } from "./pages.ts";
import { CHOOSER_PATH } from "./provider.ts";

const FORM_BYTES_MAX = 4_096;

const DENIED: InteractionResults = { error: "access_denied", error_description: "The user denied the request." };

async function readForm(incoming: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) {
    text += chunk;
    if (text.length > FORM_BYTES_MAX) return new URLSearchParams();
  }
  return new URLSearchParams(text);
}

type Choice =
  | { readonly kind: "account"; readonly account: GoogleAccount }
  | { readonly kind: "cancel" }
  | { readonly kind: "refused"; readonly refused: ChooserView["refused"] };

function readChoice(form: URLSearchParams, accounts: Accounts): Choice {
  const chosen = form.get("account") ?? "";
  if (chosen === "cancel") return { kind: "cancel" };
  const known = accounts.seeded.find(({ sub }) => sub === chosen);
  if (known) return { kind: "account", account: known };
  const name = (form.get("name") ?? "").trim();
  const email = toEmailKey(form.get("email") ?? "");
  if (name === "") return { kind: "refused", refused: { name, email, field: "name", fault: "Enter a name." } };
  if (!isEmail(email))
    return { kind: "refused", refused: { name, email, field: "email", fault: "Enter a whole email address." } };
  return { kind: "account", account: accounts.add({ name, email }) };
}

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** "Choose an account": the page between the authorization request and the redirect. Works without scripts. */
export function createChooser(provider: Provider, accounts: Accounts) {
  function show(outgoing: ServerResponse, interaction: Interaction, refused: ChooserView["refused"]): void {
    const action = `${CHOOSER_PATH}${interaction.uid}`;
    outgoing.writeHead(refused ? 400 : 200, pageHeaders(String(interaction.params["redirect_uri"])));
    outgoing.end(chooserPage({ action, appName: brand.name, accounts: accounts.seeded, refused }));
  }

  /** Ends the browser's current session; the library would need a logout page with a script. */
  async function signOutOthers({ session }: Interaction, sub: string): Promise<void> {
    if (!session || session.accountId === sub) return;
    const known = await provider.Session.findByUid(session.uid);
    if (!known) return;
    known.accountId = undefined;
    known.authorizations = {};
    await known.persist();
  }

  async function accept({ params }: Interaction, sub: string): Promise<InteractionResults> {
    const grant = new provider.Grant({ accountId: sub, clientId: String(params["client_id"]) });
    grant.addOIDCScope(String(params["scope"]));
    return { select_account: {}, login: { accountId: sub }, consent: { grantId: await grant.save() } };
  }

  async function choose(incoming: IncomingMessage, outgoing: ServerResponse, interaction: Interaction) {
    const choice = readChoice(await readForm(incoming), accounts);
    if (choice.kind === "refused") return show(outgoing, interaction, choice.refused);
    const result = choice.kind === "cancel" ? DENIED : await accept(interaction, choice.account.sub);
    const returnTo = await provider.interactionResult(incoming, outgoing, result);
    if (choice.kind === "account") await signOutOthers(interaction, choice.account.sub);
    outgoing.writeHead(303, { location: returnTo }).end();
  }

  return async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(incoming, outgoing).catch(() => null);
    if (!interaction) {
      outgoing.writeHead(400, pageHeaders());
      outgoing.end(faultPage("This sign-in is over", "It was finished or has expired. Go back and start again."));
      return;
    }
    if (incoming.method === "POST") return choose(incoming, outgoing, interaction);
    show(outgoing, interaction, null);
  };
}
