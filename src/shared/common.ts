import * as z from 'zod';

/** Opaque to clients; currently a decimal row number. */
export const idSchema = z.string().regex(/^\d{1,15}$/, 'Invalid id');
export const idParams = z.object({ id: idSchema });
/** Who did something. */
export const personSchema = z.object({ id: idSchema, username: z.string() });
export type Person = z.infer<typeof personSchema>;
/** Of a Reddit account. */
export const accountNameSchema = z.string().regex(/^[\w-]{1,30}$/, 'Not the name of a Reddit account');
/** One of the person's accounts; without it, the usual one. */
export const accountQuery = z.object({ account: accountNameSchema.optional() });
export const timeSchema = z.iso.datetime();

/** Rejects implausible years, which may also have more than four digits. */
const isNear = (time: string): boolean => time >= '2000-01-01' && time < '2100-01-01';
const farText = 'Must lie between 2000 and 2099';
/** A day and an instant in a request. */
export const daySchema = z.iso.date().refine(isNear, farText);
export const momentSchema = timeSchema.refine(isNear, farText);

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(400).optional(),
};

/** A list is counted up to here; a longer one has no total. */
export const maxCounted = 10_000;
/** A page of a list. `total` is null where counting would be too expensive. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number().int().nullable() });
}
/** A complete list, in the same shape as a page. */
export const wholeOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.null().default(null), total: z.number().int().nullable().default(null) });
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number | null;
}

const bareHost = /^[\p{L}\p{N}_.-]+\.\p{L}[\p{L}\p{N}-]+\.?(?::\d+)?(?:[/?#]|$)/u;
/** `billbird.com`, as people type it, is https://billbird.com. Anything else stays as it is. */
export const withScheme = (text: string): string => (bareHost.test(text) ? `https://${text}` : text);

/** The address of a website, with or without its scheme. */
export const websiteSchema = z
  .string()
  .trim()
  .max(500, 'This address is too long')
  .transform(withScheme)
  .pipe(z.url({ protocol: /^https?$/, message: 'Enter a website such as example.com' }));

/**
 * The body of a PATCH: each field is optional and has no default. Not `.partial()`, which would fill in defaults, so that
 * changing one field would reset all others.
 */
export function changesTo<S extends Record<string, z.ZodType>>(
  fields: S,
): z.ZodType<{ [field in keyof S]?: z.output<S[field]> | undefined }, { [field in keyof S]?: z.input<S[field]> | undefined }> {
  const bare = (field: z.ZodType): z.ZodType => (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field);
  return z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(bare(field))])),
  ) as unknown as ReturnType<typeof changesTo<S>>;
}

/** `"true"`, `"1"` and `"false"`, `"0"` of a query string. */
export const flagSchema = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Streamed, because it may be larger than memory. */
export const fileSchema = z.custom<AsyncIterable<string>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);

/** Chosen by the client for each change. A request with the same key changes nothing and gets the first response. */
export const changeKeySchema = z.string().regex(/^[\w-]{8,60}$/, 'Must be 8 to 60 letters, digits, - or _');
