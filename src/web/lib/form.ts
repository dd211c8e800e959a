import { useState, type FocusEventHandler, type SubmitEvent } from 'react';
import type * as z from 'zod';
import { checkAgainst } from '#shared/issue-messages.ts';
import { ApiError } from './api.ts';

export interface FieldErrors {
  [field: string]: string;
}

/** The first error of each field by name. The server prefixes names with the part of the request. */
export function fieldErrorsOf(issues: readonly { path: string; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[path.replace(/^(body|query|params)\./, '')] ??= message;
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
  props: { onSubmit: (event: SubmitEvent<HTMLFormElement>) => void; onFocus: FocusEventHandler<HTMLFormElement>; noValidate: true };
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
const notFetched = 'A part of this page could not be fetched. Check your connection and load the page again.';

/** Reads the fields by name, validates them with the route's own schema and submits them; errors appear beside the fields. */
export function useForm<S extends z.ZodObject>(source: S | LoadSchema<S>, send: (values: z.output<S>) => Promise<unknown>): Form {
  const [state, setState] = useState(atRest);

  const submit = async (form: HTMLFormElement) => {
    setState({ ...state, busy: true });
    const schema = await findSchema(source);
    if (schema === null) {
      setState({ ...atRest, failure: notFetched });
      return;
    }
    const fields = new FormData(form);
    const checked = checkFields(schema, Object.fromEntries([...fields].filter(([name]) => name in schema.shape)));
    if ('errors' in checked) {
      setState({ busy: false, errors: checked.errors, failure: checked.errors[''] ?? null });
      focusFirst(form, checked.errors);
      return;
    }
    setState({ ...atRest, busy: true });
    try {
      await send(checked.data);
      setState(atRest);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = fieldErrorsOf(error.details);
      const known = Object.keys(errors).some((name) => form.elements.namedItem(name) !== null);
      setState({ busy: false, errors, failure: known ? null : error.message });
      focusFirst(form, errors);
    }
  };

  return {
    ...state,
    props: {
      noValidate: true,
      // After typing comes submitting, so the schema is loaded by then.
      onFocus: () => void findSchema(source),
      onSubmit: (event) => {
        event.preventDefault();
        if (!state.busy) void submit(event.currentTarget);
      },
    },
  };
}
