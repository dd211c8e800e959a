import type { Health, HealthLevel } from '#shared/health.ts';
import { ageFinding, emailFinding, karmaFinding, suspensionFinding } from './account.ts';
import type { Facts, Finding } from './finding.ts';
import { profileFinding, removalsFinding, visibilityFinding } from './visibility.ts';
import { paceFinding, promotionFinding, repeatedFinding } from './writing.ts';

/** All findings. */
export const findingsOf = (facts: Facts): Finding[] => [
  profileFinding(facts),
  visibilityFinding(facts),
  removalsFinding(facts),
  karmaFinding(facts),
  ageFinding(facts),
  emailFinding(facts),
  suspensionFinding(facts),
  promotionFinding(facts),
  repeatedFinding(facts),
  paceFinding(facts),
];

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
const counted = (count: number, first: boolean): string => (first ? numbers[count] : numbers[count]?.toLowerCase()) ?? String(count);

export function countsOf(findings: readonly Finding[]): Health['counts'] {
  const of = (level: HealthLevel) => findings.filter((one) => one.level === level).length;
  return { act: of('act'), watch: of('watch'), ok: of('ok'), unknown: of('unknown') };
}

/** The worst level; `unknown` only if no check has a result. */
export const levelOf = ({ act, watch, ok }: Health['counts']): HealthLevel =>
  act > 0 ? 'act' : watch > 0 ? 'watch' : ok > 0 ? 'ok' : 'unknown';

/** The overall line. It counts unknown findings, so that missing results don't look like good ones. */
export function overallText({ act, watch, ok, unknown }: Health['counts']): string {
  const things = (count: number, first: boolean) => `${counted(count, first)} ${count === 1 ? 'thing' : 'things'}`;
  const rest = unknown === 0 ? '' : ` ${counted(unknown, true)} ${unknown === 1 ? 'check has' : 'checks have'} no result.`;
  if (act > 0) return `${things(act, true)} to fix${watch > 0 ? `, ${counted(watch, false)} to watch` : ''}.${rest}`;
  if (watch > 0) return `${things(watch, true)} to watch, nothing to fix.${rest}`;
  if (ok === 0) return 'No check has a result.';
  return unknown === 0 ? 'Everything looks good.' : `${counted(ok, true)} ${ok === 1 ? 'check looks' : 'checks look'} good.${rest}`;
}
