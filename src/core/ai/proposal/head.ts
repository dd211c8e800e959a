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
  /** A verb: "repair espresso machines". */
  isAction: boolean;
  /** "We sell": not part of the topic. */
  opening: string;
}

const named =
  /^((?:\p{Lu}[\p{L}\p{N}.&'’-]*)(?:\s+\p{Lu}[\p{L}\p{N}.&'’-]*){0,2})(?:\s+(?:is|are|helps|lets|makes|offers|sells|does|provides|ist|bietet|verkauft|es|ofrece|vende|est|propose|vend|oferece|biedt|verkoopt)\s+|\s*[:–—|]\s+)(?:you\s+)?/u;
const people = /^(?:we|i|our|my|the|a|an|wir|ich|nous|je|nosotros|wij|ik|nós)$/i;
const acting = /^(?:we|i)\s+(?:also\s+)?(?=\p{L}{3,})/iu;
const afterAction = /\s(?:for|that|which|who|so|with|in|from)\s|[,.;:!?\n–—]/i;
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
  const rest = isAction ? opened.replace(acting, '') : opened;
  const audience = forWhom.exec(sentence)?.[1]?.trim() ?? '';
  const end = rest.search(isAction ? afterAction : closing);
  return {
    thing: (end > 2 ? rest.slice(0, end) : rest).slice(0, longestThing).trim(),
    ownName: isName ? name : '',
    audience,
    isPeople: speech !== 'en' || speaksOfPeople(audience),
    isAction,
    opening: opening.exec(whole)?.[0] ?? '',
  };
}
