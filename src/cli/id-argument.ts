import { AppError } from '#core/platform/errors.ts';
import { idSchema } from '#shared/common.ts';

/** An ID from the command line. Throws `not_found` for text that can't be one; `noun` is what has the ID: "Lead". */
export function idOf(text: string, noun: string): string {
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw new AppError('not_found', `${noun} ${text} not found`);
  return parsed.data;
}
