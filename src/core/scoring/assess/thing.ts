import type { ScoringCampaign } from '../profile.ts';
import { foldToString } from '#core/text/fold.ts';
import { stemOf } from '#core/text/stems.ts';
import { isPerson } from './kind.ts';

/** What sort of thing is sold or asked for: who sells a course for drone pilots doesn't sell insurance for them. */
export type Thing = 'software' | 'course' | 'insurance' | 'person' | 'place' | 'rental' | 'repair' | 'cleaning' | 'guide';

const words: Readonly<Record<Thing, string>> = {
  software: 'software app tool platform plugin api crm saas extension program system website',
  course: 'course class bootcamp certification certificate lesson training workshop degree curriculum',
  insurance: 'insurance insurer policy coverage',
  person:
    'someone somebody person guy attorney instructor sitter walker groomer doctor dentist counselor copywriter painter roofer landlord agent broker advisor cpa notary assistant nanny doula midwife nutritionist dietitian firm technician handyman installer inspector surveyor stylist barber dj band',
  place: 'gym clinic shop store venue restaurant salon spa school camp hotel hostel cafe bakery',
  rental: 'rental rent hire lease',
  repair: 'repair fix',
  cleaning: 'clean',
  guide: 'book guide podcast template forum',
};

const byStem: ReadonlyMap<string, Thing> = new Map(
  (Object.entries(words) as [Thing, string][]).flatMap(([thing, names]) => names.split(' ').map((name) => [stemOf(name), thing] as const)),
);

/** Null for a word that names none of them. */
export const thingOf = (word: string): Thing | null => byStem.get(stemOf(word)) ?? (isPerson(word) ? 'person' : null);

/** What a campaign offers, by the words of its offering and rules. */
export function thingsOf({ offering, description, rules }: ScoringCampaign): ReadonlySet<Thing> {
  const said = [offering === '' ? description : offering, ...rules.map(({ text }) => text)];
  return new Set(said.flatMap((text) => foldToString(text).trim().split(' ')).flatMap((word) => thingOf(word) ?? []));
}
