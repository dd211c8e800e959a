import { useState, type KeyboardEventHandler, type SubmitEvent, type FormEvent } from 'react';
import type * as z from 'zod';
import { checkAgainst } from '#shared/issue-messages.ts';
import { tSent } from './language.ts';
import { ApiError, messageOf } from './failure.ts';
import { notFetched } from './chunk.ts';

export interface FieldErrors {
  [field: string]: string;
}

/** The first error of each field by name. The server prefixes names with the part of the request. */
export function fieldErrorsOf(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[path.replace(/^(body|query|params)\./, '')] ??= tSent(message);
  return errors;
}

/** Messages are those of the server. */
export function checkFields<S extends z.ZodType>(schema: S, values: unknown): { data: z.output<S> } | { errors: FieldErrors } {
  const result = checkAgainst(schema, values);
  return 'data' in result ? result : { errors: fieldErrorsOf(result.details) };
}

interface FormState {
  busy: boolean;
  /** By field name. */
  errors: FieldErrors;
  /** The form-level error, when no field is to blame. */
  failure: string | null;
}
const atRest: FormState = { busy: false, errors: {}, failure: null };

export interface Form extends FormState {
  props: { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void; onKeyDown?: KeyboardEventHandler<HTMLFormElement>; noValidate: true };
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter((field) => field instanceof HTMLElement);
  fields.find((field) => (field.getAttribute('name') ?? '') in errors)?.focus();
}

/** Public pages show their form before zod is loaded, and load the schema when it is needed. */
type LoadSchema<S> = () => Promise<S>;
const isLoader = <S>(source: S | LoadSchema<S>): source is LoadSchema<S> => typeof source === 'function';
/** Null when it can't be loaded. */
const findSchema = async <S>(source: S | LoadSchema<S>): Promise<S | null> => (isLoader(source) ? source().catch(() => null) : source);

type Checked<T> = { data: T } | { errors: FieldErrors };

/** Sends what `check` lets through; errors appear beside the fields. For forms whose values are not in their fields. */
export function useCheckedForm<T>(
  check: (form: HTMLFormElement) => Checked<T> | Promise<Checked<T> | null>,
  send: (data: T) => Promise<unknown>,
): Form {
  const [state, setState] = useState(atRest);

  const submit = async (form: HTMLFormElement) => {
    setState({ ...state, busy: true });
    const checked = await check(form);
    if (checked === null) return setState({ ...atRest, failure: notFetched });
    if ('errors' in checked) {
      setState({ busy: false, errors: checked.errors, failure: checked.errors[''] ?? null });
      return focusFirst(form, checked.errors);
    }
    setState({ ...atRest, busy: true });
    try {
      await send(checked.data);
      return setState(atRest);
    } catch (error) {
      const errors = fieldErrorsOf(error instanceof ApiError ? error.details : []);
      const known = Object.keys(errors).some((name) => form.elements.namedItem(name) !== null);
      setState({ busy: false, errors, failure: known ? null : messageOf(error) });
      return focusFirst(form, errors);
    }
  };

  return {
    ...state,
    props: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!state.busy) void submit(event.currentTarget);
      },
    },
  };
}

/** Reads the fields by name, validates them with the route's own schema and submits them. */
export function useForm<S extends z.ZodObject>(source: S | LoadSchema<S>, send: (values: z.output<S>) => Promise<unknown>): Form {
  const form = useCheckedForm(async (element) => {
    const schema = await findSchema(source);
    if (schema === null) return null;
    const fields = [...new FormData(element)].filter(([name]) => name in schema.shape);
    return checkFields(schema, Object.fromEntries(fields));
  }, send);
  // After typing comes submitting, so the schema is loaded by then.
  return { ...form, props: { ...form.props, onKeyDown: () => void findSchema(source) } };
}

type Fields = Pick<HTMLFormElement, 'elements'>;

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement => 'defaultValue' in field && 'value' in field;

/** Whether a field differs from its initial value. */
const isFormDirty = ({ elements }: Fields): boolean => [...elements].some((field) => isText(field) && field.value !== field.defaultValue);

/** For uncontrolled forms. Call `settle` once the values are saved. */
export function useDirtyForm() {
  const [isDirty, setDirty] = useState(false);
  return {
    isDirty,
    settle: () => setDirty(false),
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => setDirty(isFormDirty(currentTarget)),
  };
}
