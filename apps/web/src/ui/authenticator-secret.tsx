import { authenticatorTexts } from "../texts/authenticator.texts.ts";
import { Button } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";

interface AuthenticatorSecretProps {
  secret: { readonly secret: string; readonly otpauth_url: string; readonly qr_svg: string };
}

export function AuthenticatorSecret({ secret }: AuthenticatorSecretProps) {
  return (
    <>
      <img
        // As a picture the markup cannot run scripts.
        src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_svg)}`}
        alt={authenticatorTexts.qrAlt}
        width={184}
        height={184}
        className="justify-self-center rounded-md bg-white p-2"
      />
      <Button asChild className="md:hidden">
        <a href={secret.otpauth_url}>{authenticatorTexts.openApp}</a>
      </Button>
      <CopyField label={authenticatorTexts.secret} value={secret.secret} />
    </>
  );
}
