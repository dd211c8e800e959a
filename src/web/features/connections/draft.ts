import { type Connection, type ConnectionField, type ConnectionKey, type ConnectionValues } from '#shared/connections.ts';

/** What was typed, by key. Null: to be removed. An empty text in a secret leaves the saved one. */
export type Draft = Partial<Record<ConnectionKey, string | null>>;

const savedText = ({ value }: ConnectionField): string => String(value ?? '');

export const textOf = (field: ConnectionField, draft: Draft): string => draft[field.key] ?? savedText(field);

/** Only what differs from what is saved. */
export function changesOf({ fields }: Connection, draft: Draft): ConnectionValues {
  const changed = fields.flatMap((field): [ConnectionKey, string | null][] => {
    const typed = draft[field.key];
    if (typed === undefined || field.lockedBy !== null) return [];
    if (typed === null) return field.saved ? [[field.key, null]] : [];
    const text = typed.trim();
    if (field.secret) return text === '' ? [] : [[field.key, text]];
    return text === savedText(field) ? [] : [[field.key, text === '' ? null : text]];
  });
  return Object.fromEntries(changed);
}

/** The provider decides which fields of a model are shown. */
export function shownFields({ id, fields }: Connection, draft: Draft): ConnectionField[] {
  if (id !== 'model') return fields;
  const provider = fields.find(({ key }) => key === 'ai.provider');
  const chosen = provider ? textOf(provider, draft) : 'builtin';
  return fields.filter(({ key }) => key === 'ai.provider' || key.startsWith(`ai.${chosen}.`));
}
