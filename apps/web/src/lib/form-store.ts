type Control = HTMLInputElement | HTMLTextAreaElement;
type Name<Values> = Extract<keyof Values, string>;

export interface FieldError {
  readonly message: string;
  readonly isAnnounced?: boolean;
}

/** The sentence for each field; faults of no particular field are under `root`. */
export type FieldErrors<Values> = { readonly [Field in Name<Values> | "root"]?: FieldError };

export type FormCheck<Values> = (values: Values) => FieldErrors<Values>;

export interface FormOptions<Values> {
  /** A field without a default keeps what was typed before the script loaded. */
  readonly defaultValues?: Partial<Values>;
  readonly check?: FormCheck<Values>;
}

export interface FieldOptions<Values, Field extends Name<Values>> {
  /** True, or the sentence. */
  readonly validate?: (value: Values[Field]) => true | string;
  /** Fields that are validated together with this one. */
  readonly deps?: readonly Name<Values>[];
}

interface FieldState {
  element: Control | null;
  readonly ref: (element: Control | null) => void;
  validate: ((value: never) => true | string) | undefined;
  deps: readonly string[];
}

export interface FormState<Values> {
  readonly errors: FieldErrors<Values>;
  readonly submitCount: number;
  readonly isSubmitting: boolean;
  readonly isDirty: boolean;
}

export type FormStore<Values> = ReturnType<typeof createFormStore<Values>>;

const isCheckbox = (element: Control): element is HTMLInputElement => element.type === "checkbox";
const readElement = (element: Control): string | boolean => (isCheckbox(element) ? element.checked : element.value);

function fillElement(element: Control, value: unknown): void {
  if (isCheckbox(element)) element.checked = value === true;
  else if (typeof value === "string" && value !== "") element.value = value;
}

/** The fields, which hold their own text, and their last values while unmounted. */
function createFields(defaults: Readonly<Record<string, unknown>>) {
  const values: Record<string, unknown> = { ...defaults };
  const fields = new Map<string, FieldState>();
  const fieldOf = (name: string): FieldState => {
    const known = fields.get(name);
    if (known !== undefined) return known;
    const field: FieldState = {
      element: null,
      validate: undefined,
      deps: [],
      ref(element) {
        if (element === null && field.element !== null) values[name] = readElement(field.element);
        field.element = element;
        if (element !== null && values[name] !== undefined) fillElement(element, values[name]);
      },
    };
    fields.set(name, field);
    return field;
  };
  const readValue = (name: string): unknown => {
    const element = fields.get(name)?.element ?? null;
    return element === null ? values[name] : readElement(element);
  };
  return {
    fieldOf,
    readValue,
    keep(name: string, value: unknown) {
      values[name] = value;
    },
    all: () => Object.fromEntries([...Object.keys(values), ...fields.keys()].map((name) => [name, readValue(name)])),
    isDirty: () => Object.entries(defaults).some(([name, value]) => readValue(name) !== value),
    focus: (name: string) => fields.get(name)?.element?.focus(),
    focusFirst(isFaulty: (name: string) => boolean) {
      for (const [name, { element }] of fields) if (element !== null && isFaulty(name)) return element.focus();
    },
    ownFaults(): Record<string, FieldError> {
      const faults: Record<string, FieldError> = {};
      for (const [name, { validate }] of fields) {
        const verdict = validate?.(readValue(name) as never) ?? true;
        if (verdict !== true) faults[name] = { message: verdict };
      }
      return faults;
    },
  };
}

export function createFormStore<Values>(first: FormOptions<Values>) {
  let options = first;
  const fields = createFields({ ...first.defaultValues });
  const listeners = new Set<() => void>();
  const watched = new Set<string>();
  let state: FormState<Values> = { errors: {}, submitCount: 0, isSubmitting: false, isDirty: false };
  const set = (change: Partial<FormState<Values>>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const values = () => fields.all() as Values;
  const judge = (): FieldErrors<Values> =>
    ({ ...fields.ownFaults(), ...options.check?.(values()) }) as FieldErrors<Values>;

  /** After the first try a changed field is validated at once; the first key removes a refusal of the server. */
  function change(name: string): void {
    const errors: Record<string, FieldError | undefined> = { ...state.errors };
    const isDirty = fields.isDirty();
    const isNews = watched.has(name) || isDirty !== state.isDirty || name in errors || state.submitCount > 0;
    if (!isNews) return;
    const found: Record<string, FieldError | undefined> = state.submitCount > 0 ? { ...judge() } : {};
    for (const each of [name, ...fields.fieldOf(name).deps]) {
      if (found[each] === undefined) delete errors[each];
      else errors[each] = found[each];
    }
    set({ errors: errors as FieldErrors<Values>, isDirty });
  }

  async function submit(send: (values: Values) => unknown): Promise<void> {
    const errors = judge();
    const submitCount = state.submitCount + 1;
    if (Object.keys(errors).length > 0) {
      set({ errors, submitCount });
      return fields.focusFirst((name) => name in errors);
    }
    set({ errors: {}, isSubmitting: true });
    try {
      await send(values());
    } finally {
      set({ submitCount, isSubmitting: false });
    }
  }

  return {
    fields,
    change,
    submit,
    state: () => state,
    follow(now: FormOptions<Values>) {
      options = now;
    },
    watch: (name: string) => void watched.add(name),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setError(name: string, error: FieldError) {
      set({ errors: { ...state.errors, [name]: error } as FieldErrors<Values> });
    },
  };
}
