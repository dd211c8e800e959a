import { communityLabel } from '#shared/origin.ts';
import type { Dashboard } from '#shared/dashboard.ts';
import { coverageTexts } from './texts.ts';

export interface Coverage {
  tone: 'good' | 'warn' | 'bad' | 'off';
  text: string;
  /** One line for each stream that couldn't be read, or one sentence if all is well. */
  detail: string[];
}

export function describeCoverage({ total, monitored, problems }: Dashboard['monitored']): Coverage {
  if (total === 0) return { tone: 'off', text: coverageTexts.idle, detail: [] };
  const tone = monitored >= total ? 'good' : monitored === 0 ? 'bad' : 'warn';
  const detail = problems.map(({ name, message: words }) => `${communityLabel(name)}: ${words}`);
  return {
    tone,
    text: coverageTexts.monitoring(monitored, total),
    detail: detail.length > 0 || tone !== 'good' ? detail : [coverageTexts.allWell(total)],
  };
}
