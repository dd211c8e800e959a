import { type Action, readAction } from './action.ts';
import { speaksOfPeople } from './audience.ts';
import type { ProposalSource } from './source.ts';
import { speeches, type SpeechName } from './speech.ts';

/** The offer as its first sentence names it. */
export interface Offer {
  /** "espresso machine repair" */
  thing: string;
  /** The provider's name if the sentence begins with it; potential customers don't know it. */
  ownName: string;
  /** "small roasteries"; empty if the sentence names none. */
  audience: string;
  isPeople: boolean;
  /** Set if the offer is phrased as one: "I repair espresso machines". */
  action: Action | null;
  /** "We sell": not part of the topic. */
  opening: string;
}

const named =
  /^((?:\p{Lu}[\p{L}\p{N}.&'’-]*)(?:\s+\p{Lu}[\p{L}\p{N}.&'’-]*){0,2})(?:\s+(?:is|are|helps|lets|makes|offers|sells|does|provides|ist|bietet|verkauft|es|ofrece|vende|est|propose|vend|oferece|biedt|verkoopt)\s+|\s*[:–—|]\s+)(?:you\s+)?/u;
const people = /^(?:we|i|our|my|the|a|an|wir|ich|nous|je|nosotros|wij|ik|nós)$/i;
const acting = /^(?:we|i)\s+(?:also\s+)?(?=\p{L}{3,})/iu;
const longestThing = 80;

/** Reads the first sentence of a description, or the title of a website. */
export function readOffer({ description, pages }: Pick<ProposalSource, 'description' | 'pages'>, speech: SpeechName): Offer {
  const { opening, closing, forWhom } = speeches[speech];
  const sentence = (description.trim() === '' ? [pages[0]?.title, pages[0]?.description].filter(Boolean).join('. ') : description)
    .slice(0, 600)
    .trim();
  const name = named.exec(sentence)?.[1] ?? '';
  const isName = name !== '' && !people.test(name);
  const whole = isName ? sentence.replace(named, '') : sentence;
  const opened = whole.replace(opening, '');
  const isAction = speech === 'en' && acting.test(opened);
  const action = isAction ? readAction(opened.replace(acting, '')) : null;
  const audience = action?.audience || (forWhom.exec(sentence)?.[1]?.trim() ?? '');
  const end = opened.search(closing);
  const thing = action?.thing ?? (end > 2 ? opened.slice(0, end) : opened);
  return {
    thing: speech === 'en' ? withoutCapital(plainThing(thing)) : plainThing(thing),
    ownName: isName ? name : '',
    audience,
    isPeople: speech !== 'en' || action?.audience === audience || speaksOfPeople(audience),
    action,
    opening: opening.exec(whole)?.[0] ?? '',
  };
}

/** Without a second verb: "and repair broken ones". */
const plainThing = (text: string): string =>
  text
    .slice(0, longestThing)
    .replace(/\s(?:and|&)\s(?:also\s)?(?:repair|fix|install|sell|make|build|clean|rent|deliver|teach|design|manage|run|offer)\s.*$/i, '')
    .trim();

/** "Payroll software" begins a sentence; "WordPress hosting" and "ADHD coaching" are spelled so. */
const withoutCapital = (text: string): string =>
  /^\p{Lu}\p{Ll}+(?=\s|$)/u.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
