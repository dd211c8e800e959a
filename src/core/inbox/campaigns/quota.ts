import type { Rule } from '#shared/campaigns.ts';
import type { Config } from '#core/platform/config.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { countCampaigns, listOtherRules, sumOthersRules } from './queries.ts';

export type QuotaLimits = Config['limits'];

const inFigures = (n: number): string => n.toLocaleString('en-US');
const lengthOf = (rules: readonly Rule[]): number => rules.reduce((sum, { text }) => sum + text.length, 0);

function tooMuch(message: string): AppError {
  return new AppError('invalid', message, { details: [{ path: 'rules', message }] });
}

/** Throws `invalid` when these rules alone exceed the account's limit. */
export function requireShortRules(rules: readonly Rule[], { ruleCharactersPerUser: max }: QuotaLimits): void {
  const length = lengthOf(rules);
  if (length > max)
    throw tooMuch(`These rules have ${inFigures(length)} characters; an account may have ${inFigures(max)}. Shorten or delete some.`);
}

/** Throws `invalid` when the user's rules would exceed a limit, `unavailable` when the instance is full. */
export async function requireRuleSpace(
  trx: Trx,
  { userId, exceptId, rules }: { userId: number; exceptId: number | null; rules: readonly Rule[] },
  limits: QuotaLimits,
): Promise<void> {
  requireShortRules(rules, limits);
  if (rules.length === 0) return;
  const others = (await listOtherRules(trx, userId, exceptId)).flatMap((text) => JSON.parse(text) as Rule[]);
  const [count, length] = [others.length + rules.length, lengthOf(others) + lengthOf(rules)];
  if (count > limits.rulesPerUser)
    throw tooMuch(
      `An account may have ${inFigures(limits.rulesPerUser)} rules; with these you'd have ${inFigures(count)}. Delete some, also in other campaigns.`,
    );
  if (length > limits.ruleCharactersPerUser)
    throw tooMuch(
      `All rules of an account may have ${inFigures(limits.ruleCharactersPerUser)} characters; with these you'd have ${inFigures(length)}. Shorten or delete some, also in other campaigns.`,
    );
  if (length + (await sumOthersRules(trx, userId)) > limits.ruleCharacters)
    throw new AppError('unavailable', 'This server has no space for more rules. Ask its operator to raise limits.ruleCharacters.', {
      retryAfter: 3600,
    });
}

/** Throws `invalid` when the user has reached the limit of campaigns. */
export async function requireCampaignSpace(trx: Trx, userId: number, { campaignsPerUser: max }: QuotaLimits): Promise<void> {
  if ((await countCampaigns(trx, String(userId))) < max) return;
  throw new AppError('invalid', `An account may have ${inFigures(max)} campaigns. Delete one first.`, {
    details: [{ path: 'campaigns', message: 'Too many campaigns' }],
  });
}
