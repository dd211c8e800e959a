import { useState, type FormEvent } from 'react';

type Fields = Pick<HTMLFormElement, 'elements'>;

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement => 'defaultValue' in field && 'value' in field;

/** Whether a field differs from its initial value. */
export const isFormDirty = ({ elements }: Fields): boolean =>
  [...elements].some((field) => isText(field) && field.value !== field.defaultValue);

/** For uncontrolled forms. Call `settle` once the values are saved. */
export function useDirtyForm() {
  const [isDirty, setDirty] = useState(false);
  return {
    isDirty,
    settle: () => setDirty(false),
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => setDirty(isFormDirty(currentTarget)),
  };
}
