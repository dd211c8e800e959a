import type { Dashboard } from '#shared/dashboard.ts';
import { coverageTexts } from './texts.ts';

export interface CoverageWords {
  tone: 'good' | 'warn' | 'bad' | 'off';
  words: string;
  /** One line for each place that could not be read; a sentence where all is well. */
  detail: string[];
}

/** How hearing goes, in a shape and words. Nothing to hear is neither good nor bad. */
export function describeCoverage({ total, hearing, problems }: Dashboard['hearing']): CoverageWords {
  if (total === 0) return { tone: 'off', words: coverageTexts.idle, detail: [] };
  const tone = hearing >= total ? 'good' : hearing === 0 ? 'bad' : 'warn';
  const detail = problems.map(({ name, words }) => `r/${name}: ${words}`);
  return {
    tone,
    words: coverageTexts.hearing(hearing, total),
    detail: detail.length > 0 || tone !== 'good' ? detail : [coverageTexts.allWell(total)],
  };
}
