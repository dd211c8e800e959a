import type { Dashboard } from '#shared/dashboard.ts';
import { coverageTexts } from './texts.ts';

export interface Coverage {
  tone: 'good' | 'warn' | 'bad' | 'off';
  text: string;
  /** One line for each stream that couldn't be read, or one sentence if all is well. */
  detail: string[];
}

export function describeCoverage({ total, hearing, problems }: Dashboard['hearing']): Coverage {
  if (total === 0) return { tone: 'off', text: coverageTexts.idle, detail: [] };
  const tone = hearing >= total ? 'good' : hearing === 0 ? 'bad' : 'warn';
  const detail = problems.map(({ name, words }) => `r/${name}: ${words}`);
  return {
    tone,
    text: coverageTexts.monitoring(hearing, total),
    detail: detail.length > 0 || tone !== 'good' ? detail : [coverageTexts.allWell(total)],
  };
}
