import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ApiError, api } from "../../lib/api.ts";
import { storeBlogAdmin } from "../../lib/blog-admin-session.ts";
import {
  confirmEnrolment,
  type StaffCredentials,
  type StaffEntered,
  type StaffSecret,
  startEnrolment,
} from "../../lib/staff-enrolment.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { StaffEnrolment } from "../../ui/staff-enrolment.tsx";
import { showToast } from "../../ui/toast.tsx";
import { blogAdminTexts as texts } from "./blog-admin.texts.ts";

type Demand = "totp" | "mail_code" | null;

const demandOf = (cause: unknown): Demand => {
  if (!(cause instanceof ApiError)) return null;
  if (cause.code === "totp_required" || cause.code === "totp_wrong") return "totp";
  return cause.code === "login_code_required" || cause.code === "code_wrong" ? "mail_code" : null;
};

const sentenceOf = (cause: unknown): string =>
  cause instanceof ApiError && cause.detail !== null ? cause.detail : texts.loginFailed;

/** Only a page of this site. */
const nextPath = (wanted: string | null): string =>
  wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : "/research/create";

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly code: string;
}

const readForm = (form: HTMLFormElement): Credentials => {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return { username: text("username").trim(), password: text("password"), code: text("code").trim() };
};

const furtherOf = (code: string, demand: Demand) => (demand === null || code === "" ? {} : { [demand]: code });

async function logIn({ username, password, code }: Credentials, demand: Demand): Promise<void> {
  const body = { username, password, ...furtherOf(code, demand) };
  const { access_token, token_type } = await api("POST", "/api/blog-admin/login", { body });
  storeBlogAdmin(access_token, token_type);
}

interface Enrolling {
  readonly credentials: StaffCredentials;
  readonly secret: StaffSecret;
}

async function enrol({ username, password, code }: Credentials, demand: Demand): Promise<Enrolling> {
  const credentials = { username, password, ...(demand === "mail_code" ? furtherOf(code, demand) : {}) };
  return { credentials, secret: await startEnrolment("blog", credentials) };
}

const isWithoutFactor = (cause: unknown): boolean => cause instanceof ApiError && cause.code === "factor_missing";

function CodeField({ demand }: { demand: Exclude<Demand, null> }) {
  return (
    <TextField
      key={demand}
      label={demand === "totp" ? texts.code : texts.mailCode}
      hint={demand === "totp" ? texts.codeHint : undefined}
      name="code"
      autoComplete="one-time-code"
      inputMode={demand === "totp" ? "text" : "numeric"}
      autoFocus
    />
  );
}

function useBlogLogin() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [demand, setDemand] = useState<Demand>(null);
  const [enrolling, setEnrolling] = useState<Enrolling | null>(null);
  const [isBusy, setBusy] = useState(false);
  const goOn = () => navigate(nextPath(search.get("next")), { replace: true });
  const handleFault = async (cause: unknown, credentials: Credentials) => {
    if (isWithoutFactor(cause)) return setEnrolling(await enrol(credentials, demand));
    setDemand((before) => demandOf(cause) ?? before);
    showToast("error", sentenceOf(cause));
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const credentials = readForm(event.currentTarget);
    if (credentials.username === "" || credentials.password === "") return showToast("error", texts.incomplete);
    setBusy(true);
    await logIn(credentials, demand)
      .then(goOn)
      .catch((cause: unknown) => handleFault(cause, credentials))
      .catch((cause: unknown) => showToast("error", sentenceOf(cause)))
      .finally(() => setBusy(false));
  };
  const enter = ({ access_token, token_type }: StaffEntered) => {
    storeBlogAdmin(access_token, token_type);
    void goOn();
  };
  return { demand, enrolling, isBusy, submit, enter, startAnew: () => setEnrolling(null) };
}

function LoginForm({ login }: { login: ReturnType<typeof useBlogLogin> }) {
  const isHydrated = useHydrated();
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void login.submit(event)}>
      <TextField
        label={texts.username}
        hint={texts.usernameHint}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label={texts.password} name="password" autoComplete="current-password" />
      {login.demand !== null && <CodeField demand={login.demand} />}
      <Button
        variant="primary"
        size="lg"
        type={isHydrated ? "submit" : "button"}
        disabled={!isHydrated}
        isBusy={login.isBusy}
      >
        {texts.login}
      </Button>
    </form>
  );
}

export function BlogAdminLogin() {
  const login = useBlogLogin();
  const { enrolling } = login;
  return (
    <div className="page-width grid full-page place-items-center py-12">
      <Card className="grid w-full max-w-110 gap-6 p-7">
        <header className="grid gap-2">
          <h1 className="text-2xl font-semibold">{texts.loginTitle}</h1>
          <p className="text-muted">{texts.loginLead}</p>
        </header>
        {enrolling === null ? (
          <LoginForm login={login} />
        ) : (
          <StaffEnrolment
            secret={enrolling.secret}
            confirm={(code) => confirmEnrolment("blog", enrolling.credentials, code)}
            onDone={login.enter}
            onCancel={login.startAnew}
          />
        )}
      </Card>
    </div>
  );
}
