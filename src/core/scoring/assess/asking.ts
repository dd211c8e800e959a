import type { Cue } from '#core/text/lexicon.ts';
import type { Reading } from '../reading/reading.ts';
import type { CueHit } from '#core/text/cues.ts';
import type { Traits } from '../reading/traits.ts';
import { toolNouns } from './kind.ts';
import type { Profile } from './profile.ts';

/** Whether what the author asks for, not only talks about, is what the campaign offers. */
export interface AskingFeatures {
  /** Campaign terms in the question that contains most of them, and near words of seeking or trouble; 0 to 1. */
  asksForTerms: number;
  seeksNearTerms: number;
  painNearTerms: number;
  /** Products of topic strength with need or situation. */
  needInTopic: number;
  situationInTopic: number;
  teachInTopic: number;
  /** A tool is requested and a tool is offered; trouble is described and help is offered. */
  toolRequest: number;
  seekForTool: number;
  painForRescue: number;
}

const before = 5;
const after = 8;

export function askingFeatures(
  profile: Profile,
  reading: Reading,
  { traits, likeness }: { traits: Traits; likeness: number },
): AskingFeatures {
  const { kind } = profile;
  const near = Math.max(0, likeness);
  const wants = traits.seekBody + traits.helpBody + traits.seekTitle + traits.helpTitle;
  const painCues = reading.hits.filter(({ cue }) => cue === 'pain').length;
  return {
    asksForTerms: Math.max(0, ...reading.asking.map((sentence) => termsIn(profile, reading, sentence))),
    seeksNearTerms: nearCue(profile, reading, 'seek'),
    painNearTerms: nearCue(profile, reading, 'pain'),
    needInTopic: near * Math.min(3, wants),
    situationInTopic: near * traits.situationDensity,
    teachInTopic: near * (traits.teachTitle + Math.log1p(traits.teachDensity * 2)),
    toolRequest: kind.tool * (seeksTool(reading) ? 1 : 0),
    seekForTool: kind.tool * Math.min(2, traits.seekBody + traits.seekTitle),
    painForRescue: kind.rescue * Math.min(2, Math.log1p(painCues)),
  };
}

/** Total weight of the campaign's terms in a passage, each counted once, scaled to 0..1. */
export function termsIn(
  { terms }: Profile,
  { tokens }: Reading,
  { from, to, isLeftOut = () => false }: { from: number; to: number; isLeftOut?: (stem: number) => boolean },
): number {
  const counted = new Set<number>();
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const stem = tokens[at]?.stem ?? -1;
    const weight = terms.get(stem);
    if (weight === undefined || counted.has(stem) || isLeftOut(stem)) continue;
    counted.add(stem);
    sum += weight;
  }
  return 1 - Math.exp(-sum);
}

function nearCue(profile: Profile, reading: Reading, cue: Cue): number {
  return Math.max(0, ...reading.hits.filter((hit) => hit.cue === cue).map((hit) => termsIn(profile, reading, around(hit, reading))));
}

/** The tokens around a phrase, within its field. */
export function around({ from, to }: CueHit, { tokens, titleLength }: Reading): { from: number; to: number } {
  const inTitle = from < titleLength;
  return { from: Math.max(inTitle ? 0 : titleLength, from - before), to: Math.min(inTitle ? titleLength : tokens.length, to + after) };
}

function seeksTool({ hits, tokens }: Reading): boolean {
  const seeks = hits.filter(({ cue }) => cue === 'seek' || cue === 'choose');
  return seeks.some(({ from, to }) => tokens.slice(Math.max(0, from - 2), to + 6).some(({ text }) => toolNouns.has(text)));
}
