import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FormProvider, useForm, useFormContext } from "./form.tsx";

afterEach(cleanup);

interface Login {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

interface LoginFormProps {
  defaults?: Partial<Login>;
  send?(values: Login): unknown;
}

const nothing = () => undefined;

function LoginForm({ defaults, send = nothing }: LoginFormProps) {
  const { register, handleSubmit, setError, watch, choose, formState } = useForm<Login>({
    ...(defaults && { defaultValues: defaults }),
    check: ({ email, password }) => ({
      ...(email === "" && { email: { message: "An address, please" } }),
      ...(password.length < 8 && { password: { message: "Eight characters, please" } }),
    }),
  });
  const submit = handleSubmit(async (values) => {
    const refusal = await send(values);
    if (typeof refusal === "string") setError("password", { message: refusal }, { shouldFocus: true });
  });
  const { errors, submitCount, isSubmitting, isDirty } = formState;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input aria-label="email" {...register("email")} />
      <p data-testid="email">{errors.email?.message}</p>
      <input aria-label="password" {...register("password")} />
      <p data-testid="password">{errors.password?.message}</p>
      <button type="button" onClick={() => choose("remember", true)}>
        {watch("remember") === true ? "remembered" : "forgotten"}
      </button>
      <output>{`${submitCount} ${isSubmitting ? "sending" : "resting"} ${isDirty ? "dirty" : "clean"}`}</output>
      <button type="submit">Send</button>
    </form>
  );
}

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "Send" })));
const faultOf = (name: string) => screen.getByTestId(name).textContent;
const statusText = () => screen.getByRole("status").textContent;

describe("a form", () => {
  it("validates on submit, shows the faults and focuses the first field", async () => {
    const send = vi.fn();
    render(<LoginForm send={send} />);
    type("password", "short");
    expect(faultOf("password")).toBe("");
    await press();
    expect([faultOf("email"), faultOf("password")]).toEqual(["An address, please", "Eight characters, please"]);
    expect(document.activeElement).toBe(screen.getByLabelText("email"));
    expect(send).not.toHaveBeenCalled();
  });

  it("judges a field again with each change once it was sent, and no other field", async () => {
    render(<LoginForm />);
    await press();
    type("email", "a@b.in");
    expect([faultOf("email"), faultOf("password")]).toEqual(["", "Eight characters, please"]);
    type("email", "");
    expect(faultOf("email")).toBe("An address, please");
  });

  it("submits the typed, the chosen and the initial values", async () => {
    const send = vi.fn();
    render(<LoginForm defaults={{ email: "asha@example.com", remember: false }} send={send} />);
    expect(screen.getByLabelText("email")).toMatchObject({ value: "asha@example.com" });
    type("password", "monsoon-2");
    fireEvent.click(screen.getByRole("button", { name: "forgotten" }));
    expect(screen.getByRole("button", { name: "remembered" })).toBeDefined();
    await press();
    expect(send).toHaveBeenCalledWith({ email: "asha@example.com", password: "monsoon-2", remember: true });
  });

  it("keeps input from before the script loaded", async () => {
    const send = vi.fn();
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = "";
    render(<LoginForm defaults={{ email: "" }} send={send} />, { container });
    type("email", "typed@example.com");
    type("password", "monsoon-2");
    await press();
    expect(send.mock.calls[0]?.[0]).toMatchObject({ email: "typed@example.com" });
    container.remove();
  });

  it("keeps a server's refusal at its field until the field is edited", async () => {
    render(<LoginForm defaults={{ email: "asha@example.com" }} send={() => "Wrong password"} />);
    type("password", "monsoon-2");
    await press();
    expect(faultOf("password")).toBe("Wrong password");
    expect(document.activeElement).toBe(screen.getByLabelText("password"));
    type("email", "other@example.com");
    expect(faultOf("password")).toBe("Wrong password");
    type("password", "monsoon-3");
    expect(faultOf("password")).toBe("");
  });

  it("tracks its submission, submit count and changes", async () => {
    let answer: () => void = nothing;
    const send = () => new Promise<void>((resolve) => (answer = resolve));
    render(<LoginForm defaults={{ email: "asha@example.com" }} send={send} />);
    expect(statusText()).toBe("0 resting clean");
    type("email", "other@example.com");
    expect(statusText()).toBe("0 resting dirty");
    type("email", "asha@example.com");
    expect(statusText()).toBe("0 resting clean");
    type("password", "monsoon-2");
    await press();
    expect(statusText()).toBe("0 sending clean");
    await act(async () => answer());
    expect(statusText()).toBe("1 resting clean");
  });

  it("keeps an unmounted field's value", async () => {
    const send = vi.fn();
    function Steps() {
      const form = useForm<{ name: string; step: string }>({ defaultValues: { name: "", step: "one" } });
      const isFirst = form.watch("step") === "one";
      return (
        <FormProvider form={form}>
          {isFirst && <Name />}
          <button type="button" onClick={() => form.choose("step", isFirst ? "two" : "one")}>
            turn
          </button>
          <button type="button" onClick={() => void form.handleSubmit(send)()}>
            Send
          </button>
        </FormProvider>
      );
    }
    function Name() {
      const { register } = useFormContext<{ name: string }>();
      return <input aria-label="name" {...register("name")} />;
    }
    render(<Steps />);
    type("name", "Asha");
    fireEvent.click(screen.getByRole("button", { name: "turn" }));
    expect(screen.queryByLabelText("name")).toBeNull();
    await press();
    expect(send).toHaveBeenCalledWith({ name: "Asha", step: "two" });
    fireEvent.click(screen.getByRole("button", { name: "turn" }));
    expect(screen.getByLabelText("name")).toMatchObject({ value: "Asha" });
  });
});
