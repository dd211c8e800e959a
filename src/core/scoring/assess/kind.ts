import type { ScoringCampaign } from '../profile.ts';
import { foldToString } from '#core/text/fold.ts';
import { stemOf } from '#core/text/stems.ts';

/** The kind of offering: people ask for a tool by name, but for help by describing their trouble. */
export interface OfferKind {
  /** 0 to 1: software and other things that people search for and compare. */
  tool: number;
  /** 0 to 1: help with a problem. */
  rescue: number;
  /** 1 if people's work is paid for: a designer, tutors, a studio. */
  people: number;
}

/** General names for a product that does a job. */
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

const peopleStems = stemSet(
  'designer artist composer musician writer editor proofreader photographer videographer developer programmer engineer tutor teacher coach trainer consultant accountant bookkeeper lawyer expert specialist studio agency freelancer contractor mover mechanic planner architect translator therapist cleaner gardener electrician plumber animator illustrator marketer preparer vet',
);
/** Whether a word names somebody by their work. */
export const isPerson = (word: string): boolean => peopleStems.has(stemOf(word));

/** People named later in an offering are its customers. */
const firstStems = 14;

export function kindOf(campaign: ScoringCampaign): OfferKind {
  const offering = stemsIn(campaign.offering === '' ? campaign.description : campaign.offering);
  const whole = [...offering, ...[...campaign.rules.map(({ text }) => text), ...campaign.painPoints].flatMap(stemsIn)];
  const tool = Math.min(1, new Set(offering.filter((stem) => toolStems.has(stem))).size / 2);
  return {
    tool,
    people: tool < 1 && offering.slice(0, firstStems).some((stem) => peopleStems.has(stem)) ? 1 : 0,
    rescue: Math.min(1, new Set(whole.filter((stem) => rescueStems.has(stem))).size / 5),
  };
}

function stemSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map((word) => stemOf(word)));
}

function stemsIn(text: string): string[] {
  return foldToString(text)
    .trim()
    .split(' ')
    .map((word) => stemOf(word));
}
