import type * as z from 'zod';
import type { ErrorDetail } from './errors.ts';

/** Message for a missing value. */
export const missingText = 'Missing';

const typeText: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const formatText: Record<string, string> = {
  datetime: 'Must be a time such as 2026-11-21T09:00:00Z',
  date: 'Must be a date such as 2026-11-21',
  email: 'Not a valid email address',
  url: 'Must be a URL such as https://example.com',
};

function boundText(origin: string, bound: number, side: 'most' | 'least'): string {
  const isCounted = origin === 'string' || origin === 'array';
  if (isCounted && side === 'least' && bound === 1) return 'Must not be empty';
  if (!isCounted) return `At ${side} ${bound}`;
  const noun = origin === 'string' ? 'character' : 'entr';
  const ending = origin === 'string' ? (bound === 1 ? '' : 's') : bound === 1 ? 'y' : 'ies';
  return `At ${side} ${bound} ${noun}${ending}`;
}

const oneOf = (values: readonly unknown[]): string => {
  const choices = values.filter((value) => value !== '').map(String);
  return choices.length > 1 ? `One of: ${choices.join(', ')}` : `Must be ${choices.join('')}`;
};

/** Default message where a schema has none: short, and without the field's name, which is in the path. */
function issueText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? missingText : `Must be ${typeText[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return boundText(issue.origin, Number(issue.maximum), 'most');
    case 'too_small':
      return boundText(issue.origin, Number(issue.minimum), 'least');
    case 'invalid_format':
      return formatText[issue.format] ?? 'Invalid format';
    case 'invalid_value':
      return issue.input === undefined ? missingText : oneOf(issue.values);
    case 'invalid_union':
      return Array.isArray(issue['options']) ? oneOf(issue['options']) : 'Invalid value';
    default:
      return undefined;
  }
}

/** For a union, reports the errors of the closest variant; allowed choices are listed together. */
function unionDetails(issue: z.core.$ZodIssueInvalidUnion, path: readonly string[]): ErrorDetail[] {
  const variants: readonly (readonly z.core.$ZodIssue[])[] = issue.errors;
  const choices = variants.map((variant) => (variant.length === 1 && variant[0]?.code === 'invalid_value' ? variant[0].values : null));
  if (choices.length > 0 && !choices.includes(null))
    return [{ path: path.join('.'), message: oneOf(choices.flatMap((values) => values ?? [])) }];
  const relevant = variants.filter((_, index) => choices[index]?.join('') !== '');
  const fewest = Math.min(...relevant.map(({ length }) => length));
  const nearest = relevant.findLast(({ length }) => length === fewest);
  return nearest ? detailsOf(nearest, path) : [{ path: path.join('.'), message: issue.message }];
}

function detailsOf(issues: readonly z.core.$ZodIssue[], above: readonly string[] = []): ErrorDetail[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path.map(String)];
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown key' }));
    if (issue.code === 'invalid_union') return unionDetails(issue, path);
    return [{ path: path.join('.'), message: issue.message }];
  });
}

/** Returns the parsed value, or every error with its path as text for users. */
export function checkAgainst<S extends z.ZodType>(schema: S, value: unknown): { data: z.output<S> } | { details: ErrorDetail[] } {
  const result = schema.safeParse(value, { error: issueText });
  return result.success ? { data: result.data } : { details: detailsOf(result.error.issues) };
}

/** Whether a message makes no sense without a field name. */
export const needsName = (words: string): boolean =>
  /^(?:Missing$|Must |Unknown key$|Invalid value$|Invalid format$|At (?:most|least) \d|One of: )/.test(words);
