import { useState, type FormEvent } from 'react';

type Fields = Pick<HTMLFormElement, 'elements'>;

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement => 'defaultValue' in field && 'value' in field;

/** Whether somebody has typed something other than what the fields were given. */
export const isFormDirty = ({ elements }: Fields): boolean =>
  [...elements].some((field) => isText(field) && field.value !== field.defaultValue);

/** For forms whose fields keep their own values. Call `settle` once they are saved. */
export function useDirtyForm() {
  const [isDirty, setDirty] = useState(false);
  return {
    isDirty,
    settle: () => setDirty(false),
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => setDirty(isFormDirty(currentTarget)),
  };
}
