import type { ScoringCampaign } from '../profile.ts';
import { foldedString, foldText } from '../text/fold.ts';
import { stemOf } from '../text/stem.ts';

/** What sort of thing a campaign offers: people ask for a tool by name, and for a rescue by telling their trouble. */
export interface OfferKind {
  /** 0 to 1: software and the like, that one looks for and compares. */
  tool: number;
  /** 0 to 1: help out of trouble. */
  rescue: number;
}

/** What people call a thing that does a job, whatever the job. */
export const toolNouns: ReadonlySet<string> = new Set([
  'software',
  'app',
  'apps',
  'tool',
  'tools',
  'program',
  'programs',
  'application',
  'service',
  'services',
  'website',
  'site',
  'sites',
  'system',
  'solution',
  'platform',
]);
const toolStems = stemSet('software app application tool web platform program cloud mobile online system plugin website dashboard');
const rescueStems = stemSet(
  'trouble problem issue fix repair rescue recover recovery broken break slow slowly fail failure error crash struggle struggling worry stress stuck lost damage leak emergency relief cure pain late unpaid overdue chase clean restore urgent cannot cant wont',
);

export function kindOf(campaign: ScoringCampaign): OfferKind {
  const offering = stemsIn(campaign.offering === '' ? campaign.description : campaign.offering);
  const whole = [...offering, ...[...campaign.rules.map(({ text }) => text), ...campaign.painPoints].flatMap(stemsIn)];
  return {
    tool: Math.min(1, new Set(offering.filter((stem) => toolStems.has(stem))).size / 2),
    rescue: Math.min(1, new Set(whole.filter((stem) => rescueStems.has(stem))).size / 5),
  };
}

function stemSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map((word) => stemOf(word)));
}

function stemsIn(text: string): string[] {
  return foldedString(foldText(text))
    .trim()
    .split(' ')
    .map((word) => stemOf(word));
}
