import {
  type ChangeEvent,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import {
  createFormStore,
  type FieldError,
  type FieldOptions,
  type FormOptions,
  type FormState,
  type FormStore,
} from "./form-store.ts";

type Name<Values> = Extract<keyof Values, string>;
type Registered = Pick<ReturnType<FormStore<unknown>["fields"]["fieldOf"]>, "ref"> & {
  readonly name: string;
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void;
};

/** Props of a form's own component. Everything but `formState` keeps its identity between renders. */
export interface Form<Values> {
  readonly formState: FormState<Values>;
  register<Field extends Name<Values>>(name: Field, options?: FieldOptions<Values, Field>): Registered;
  handleSubmit(send: (values: Values) => unknown): (event?: FormEvent) => Promise<void>;
  setError(name: Name<Values> | "root", error: FieldError, options?: { shouldFocus?: boolean }): void;
  setFocus(name: Name<Values>): void;
  /** The field's current value; renders again at each key. */
  watch<Field extends Name<Values>>(name: Field): Values[Field];
  /** For controls without text of their own: a switch, a choice. */
  choose<Field extends Name<Values>>(name: Field, value: Values[Field]): void;
}

function toForm<Values>(store: FormStore<Values>): Omit<Form<Values>, "formState"> {
  return {
    register(name, options) {
      const field = store.fields.fieldOf(name);
      field.validate = options?.validate as typeof field.validate;
      field.deps = options?.deps ?? [];
      return { name, ref: field.ref, onChange: () => store.change(name) };
    },
    handleSubmit: (send) => async (event) => {
      event?.preventDefault();
      await store.submit(send);
    },
    setError(name, error, options) {
      store.setError(name, error);
      if (options?.shouldFocus === true) store.fields.focus(name);
    },
    setFocus: (name) => void store.fields.focus(name),
    watch(name) {
      store.watch(name);
      return store.fields.readValue(name) as Values[typeof name];
    },
    choose(name, value) {
      store.watch(name);
      store.fields.keep(name, value);
      store.change(name);
    },
  };
}

/** A form whose fields hold their own text: validated on submit, and after that at each change. */
export function useForm<Values>(options: FormOptions<Values> = {}): Form<Values> {
  const [store] = useState(() => createFormStore(options));
  store.follow(options);
  const methods = useMemo(() => toForm(store), [store]);
  const formState = useSyncExternalStore(store.subscribe, store.state, store.state);
  return { ...methods, formState };
}

const FormContext = createContext<unknown>(null);

interface FormProviderProps<Values> {
  readonly form: Form<Values>;
  readonly children: ReactNode;
}

export function FormProvider<Values>({ form, children }: FormProviderProps<Values>) {
  return <FormContext value={form}>{children}</FormContext>;
}

/** The form around this component; the caller says which fields it has. */
export function useFormContext<Values>(): Form<Values> {
  const form = useContext(FormContext);
  if (form === null) throw new Error("useFormContext needs a FormProvider above it");
  return form as Form<Values>;
}
