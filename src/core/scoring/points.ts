import type { ComponentName, Components, Evidence, Weights } from '#shared/scoring.ts';
import { unknownTime } from '#core/platform/item.ts';
import { sharesOf } from './arithmetic.ts';

/** Input of the "why" bars in the reader. */
export interface Explained {
  components: Components;
  evidence: readonly Evidence[];
  /** UTC ms. */
  createdAt: number;
  numComments: number | null;
  /** The user replied, which `numComments` includes. */
  isReplied: boolean;
}

export interface Points {
  name: string;
  /** Out of 100 for all bars together, rounded to one decimal. */
  points: number;
  max: number;
  message: string;
}

/** One bar per known component; before any cap they add up to the score. */
export function pointsOf(explained: Explained, weights: Weights, now: number): Points[] {
  return sharesOf(explained.components, weights).map(({ name, value, max }) => ({
    name,
    points: toTenth(value * max),
    max: toTenth(max),
    message: textOf(name, value, { explained, now }),
  }));
}

const toTenth = (value: number): number => Math.round(value * 10) / 10;

interface Scene {
  explained: Explained;
  now: number;
}

const grades: Record<Exclude<ComponentName, 'recency' | 'saturation'>, readonly [string, string, string, string]> = {
  intent: ['No intent', 'Curious', 'Seeking', 'Asks for help'],
  fit: ['No fit', 'Partial', 'Good', 'Exact'],
  relevance: ['Off topic', 'Touches the topic', 'On topic', 'Exactly on topic'],
  urgency: ['Not urgent', 'A bit urgent', 'Urgent', 'Very urgent'],
  reachability: ['Closed or not asking', 'Hard to reach', 'Open to replies', 'Asks for replies'],
};

function textOf(name: ComponentName, value: number, { explained, now }: Scene): string {
  if (name === 'recency') return ageText(explained.createdAt, now);
  if (name === 'saturation') return commentText(explained);
  const grade = gradeOf(name, value);
  const said = explained.evidence.filter(({ why }) => why === name).map(({ text }) => text.toLowerCase().replaceAll(/\bi\b/g, 'I'));
  const quoted = [...new Set(said)].filter((text) => text.length <= 40).slice(0, 2);
  return quoted.length > 0 && value >= 0.25 ? `${grade}: ${quoted.map((text) => `“${text}”`).join(', ')}` : grade;
}

/** Only a model that was asked can call a fit exact; a share of nearly 1 is a good fit. */
function gradeOf(name: keyof typeof grades, value: number): string {
  const top = name === 'fit' && value < 1 ? 2 : 3;
  return grades[name][Math.min(top, Math.floor(value * 4))] ?? '';
}

const units: readonly (readonly [string, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

export function ageText(createdAt: number, now: number): string {
  if (createdAt === unknownTime) return 'Date unknown';
  const age = now - createdAt;
  const unit = units.find(([, length]) => age >= length);
  if (!unit) return 'Just posted';
  const count = Math.floor(age / unit[1]);
  return `${count} ${unit[0]}${count === 1 ? '' : 's'} old`;
}

function commentText({ numComments: count, isReplied }: Explained): string {
  if (count === null) return isReplied ? 'You replied; other comments unknown' : 'Comments unknown';
  if (isReplied && count <= 1) return 'Only your reply so far';
  const comments = `${count} comment${count === 1 ? '' : 's'} so far`;
  if (count === 0) return 'No replies yet';
  return isReplied ? `${comments}, one of them yours` : comments;
}
