import type { Rule } from '#shared/campaigns.ts';
import { AppError } from '#core/platform/errors.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';

/** Throws `invalid` with every error in every rule, each with its position. */
export function requireSoundRules(rules: readonly Rule[]): void {
  const details = rules.flatMap(({ text }, index) => {
    const parsed = parseRule(text);
    return parsed.ok
      ? []
      : parsed.errors.map(({ column, message }) => ({ path: `rules.${index}.text`, message: `Column ${column}: ${message}` }));
  });
  if (details.length > 0) throw new AppError('invalid', 'A rule is invalid', { details });
}
