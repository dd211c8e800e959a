import type { Offer } from './head.ts';
import type { SpeechName } from './speech.ts';

const templates: Record<SpeechName, { people: (thing: string) => string; painPoints: (thing: string) => string[] }> = {
  en: {
    people: (thing) => `People who need ${thing}`,
    painPoints: (thing) => [`can't find good ${thing}`, `not happy with their current ${thing}`],
  },
  de: {
    people: (thing) => `Menschen, die ${thing} suchen`,
    painPoints: (thing) => [`finden nichts Passendes: ${thing}`, `unzufrieden mit der bisherigen Lösung`],
  },
  es: {
    people: (thing) => `Personas que buscan ${thing}`,
    painPoints: (thing) => [`no encuentran ${thing} de confianza`, `no están contentos con lo que tienen ahora`],
  },
  fr: {
    people: (thing) => `Personnes qui cherchent ${thing}`,
    painPoints: (thing) => [`ne trouvent pas de bonne solution : ${thing}`, `ne sont pas satisfaites de leur solution actuelle`],
  },
  pt: {
    people: (thing) => `Pessoas que procuram ${thing}`,
    painPoints: (thing) => [`não encontram ${thing} de confiança`, `não estão satisfeitas com o que têm agora`],
  },
  nl: {
    people: (thing) => `Mensen die ${thing} zoeken`,
    painPoints: (thing) => [`vinden geen goede ${thing}`, `niet tevreden met hun huidige oplossing`],
  },
};

const animals = /\b(?:dogs?|cats?|puppies|kittens|pets?|horses?|ponies|birds?|parrots?|rabbits?|fish|reptiles?)\b/i;

/** A target customer to start from if the text names none: better than an empty field. */
export function peopleFor({ thing, audience, isPeople }: Offer, speech: SpeechName, regions: readonly string[]): string {
  if (speech === 'en' && audience !== '' && animals.test(audience)) return `Owners of ${audience}`;
  if (isPeople && audience !== '') return speech === 'en' ? capitalized(audience) : audience;
  if (thing === '') return '';
  if (speech !== 'en') return templates[speech].people(thing);
  return regions.length > 0 ? `People in ${regions.join(' or ')} who need ${thing}` : templates.en.people(thing);
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Generic pain points if the text names none. */
export function painPointsFor({ thing, action }: Offer, speech: SpeechName): string[] {
  if (thing === '') return [];
  return action ? [`can't find anyone to ${action.doing}`, 'tried it themselves and got stuck'] : templates[speech].painPoints(thing);
}
