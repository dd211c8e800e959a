import { stemOf } from '#core/scoring/text/stem.ts';
import type { DraftRequest } from './request.ts';

const generic = new Set(
  (
    'a about all also an any anyone app are at based be been best better business but by can company do does easy every everyone fast find first for ' +
    'free from get good great handle has have help high how if in into is it its just keep like little lot make many more most much ' +
    'need new no not of on one online only or other our out over own people platform product quality run sell send service ' +
    'simple small so software solution some start support system team that the their them they thing this time to tool us use ' +
    'user want way we what when where which who will with without work year you your client customer day month week without'
  )
    .split(' ')
    .map(stemOf),
);
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(stemOf).filter((stem) => stem.length > 2 && !generic.has(stem));

const maxFacts = 4;
const longestFact = 90;

/** What the campaign says about its offer, in pieces of a few words. */
const factsOf = ({ offering, description, painPoints }: DraftRequest['campaign']): string[] =>
  [offering || description, ...painPoints]
    .join('\n')
    .split(/[.,;:!?\n()]|\s[–—-]\s|\band\b/u)
    .map((fact) => fact.replaceAll(/\s+/g, ' ').trim())
    .filter((fact) => fact.length > 2 && fact.length <= longestFact);

/** Facts of the offer that share a distinctive word with the text, as the campaign words them; empty if none does. */
export function touchingFacts(campaign: DraftRequest['campaign'], text: string): string[] {
  const said = new Set(stemsOf(text.slice(0, 8000)));
  const facts = new Map(factsOf(campaign).map((fact) => [fact.toLowerCase(), fact]));
  return [...facts.values()].filter((fact) => stemsOf(fact).some((stem) => said.has(stem))).slice(0, maxFacts);
}
