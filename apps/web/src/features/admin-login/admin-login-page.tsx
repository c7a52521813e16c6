import { type FormEvent, useId, useState } from "react";
import { keepAdminToken } from "../../lib/admin-session.ts";
import { BACK_OFFICE, confirmEnrolment, type StaffSecret } from "../../lib/staff-enrolment.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import { StaffEnrolment } from "../../ui/staff-enrolment.tsx";
import { showToast } from "../../ui/toast.tsx";
import { type AdminCredentials, adminLogIn, type ExtraCode } from "./admin-log-in.ts";
import { adminLoginTexts, type LoginArea, loginAreaTexts } from "./admin-login.texts.ts";

interface AdminLoginPageProps {
  area: LoginArea;
  onLoggedIn(): void;
}

interface CodePrompt {
  readonly extra: ExtraCode;
  readonly fault: string | null;
  /** React key: each new request for a code starts with an empty field. */
  readonly turn: number;
}

interface Enrolling {
  readonly credentials: AdminCredentials;
  readonly secret: StaffSecret;
}

const CODE_NAME = "code";

function CodeQuestion({ asked: { extra, fault } }: { asked: CodePrompt }) {
  const [isRecovery, setRecovery] = useState(false);
  const shared = { name: CODE_NAME, error: fault ?? undefined, autoFocus: true };
  if (extra === "mail_code")
    return <CodeField {...shared} label={adminLoginTexts.mailCode} hint={adminLoginTexts.mailCodeHint} />;
  return (
    <>
      {isRecovery ? (
        <TextField
          {...shared}
          label={adminLoginTexts.recoveryCode}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
        />
      ) : (
        <CodeField {...shared} label={adminLoginTexts.code} hint={adminLoginTexts.codeHint} />
      )}
      <button
        type="button"
        onClick={() => setRecovery(!isRecovery)}
        className="min-h-11 justify-self-start text-sm text-muted underline underline-offset-4 hover:text-text"
      >
        {isRecovery ? adminLoginTexts.useApp : adminLoginTexts.useRecovery}
      </button>
    </>
  );
}

/** C5.1: no request is sent while something is missing. */
function useLogin({ area, onLoggedIn }: AdminLoginPageProps) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState<CodePrompt | null>(null);
  const [enrolling, setEnrolling] = useState<Enrolling | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (code: string) => {
    const extra = asked === null ? {} : { [asked.extra]: code };
    const credentials: AdminCredentials = { username: username.trim(), password, ...extra };
    setBusy(true);
    const outcome = await adminLogIn(area, credentials).finally(() => setBusy(false));
    switch (outcome.kind) {
      case "in":
        return onLoggedIn();
      case "enrols":
        return setEnrolling({ credentials, secret: outcome.secret });
      case "asks":
        return setAsked({ extra: outcome.extra, fault: outcome.sentence, turn: (asked?.turn ?? 0) + 1 });
      case "refused":
        return showToast("error", outcome.sentence);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    // Read from the form itself: the sixth digit submits before React renders again.
    const code = String(new FormData(event.currentTarget).get(CODE_NAME) ?? "").trim();
    const isMissing = username.trim() === "" || password === "" || (asked !== null && code === "");
    if (isMissing) showToast("error", adminLoginTexts.fillIn);
    else void send(code);
  };
  const startAnew = () => {
    setAsked(null);
    setEnrolling(null);
    setPassword("");
  };
  return { username, setUsername, password, setPassword, asked, enrolling, isBusy, submit, startAnew };
}

function LoginForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const isHydrated = useHydrated();
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={login.submit}>
      {login.asked === null ? (
        <>
          <TextField
            label={adminLoginTexts.username}
            hint={adminLoginTexts.usernameHint}
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            value={login.username}
            onChange={({ target }) => login.setUsername(target.value)}
          />
          <PasswordField
            label={adminLoginTexts.password}
            autoComplete="current-password"
            value={login.password}
            onChange={({ target }) => login.setPassword(target.value)}
          />
        </>
      ) : (
        <CodeQuestion key={login.asked.turn} asked={login.asked} />
      )}
      {/* Before the script has loaded a press must not send the password anywhere. */}
      <Button variant="primary" size="lg" type={isHydrated ? "submit" : "button"} isBusy={login.isBusy}>
        {adminLoginTexts.submit}
      </Button>
      {login.asked !== null && (
        <Button variant="ghost" onClick={login.startAnew}>
          {adminLoginTexts.another}
        </Button>
      )}
    </form>
  );
}

export function AdminLoginPage(props: AdminLoginPageProps) {
  const { title, lead } = loginAreaTexts[props.area];
  const login = useLogin(props);
  const { enrolling } = login;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid full-page place-items-center px-5 py-16">
      <div className="grid w-full max-w-md gap-7">
        <header className="grid justify-items-center gap-3 text-center">
          <LogoMark className="size-10" />
          <h1 id={headingId} className="text-2xl font-semibold">
            {title}
          </h1>
          <p className="text-muted">{lead}</p>
        </header>
        <Card className="p-6 sm:p-8">
          {enrolling === null ? (
            <LoginForm login={login} />
          ) : (
            <StaffEnrolment
              secret={enrolling.secret}
              confirm={(code) => confirmEnrolment(BACK_OFFICE, enrolling.credentials, code)}
              onDone={({ access_token }) => {
                keepAdminToken(access_token);
                props.onLoggedIn();
              }}
              onCancel={login.startAnew}
            />
          )}
        </Card>
      </div>
    </section>
  );
}
