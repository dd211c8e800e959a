import type { FetchedItem } from '#core/platform/item.ts';
import type { CueHit } from '#core/text/cues.ts';
import type { Cue } from '#core/text/lexicon.ts';
import type { Sentence } from '#core/text/sentences.ts';
import type { Token } from '#core/text/tokens.ts';

/** An item split into parts, before any analysis. */
interface TextParts {
  item: FetchedItem;
  /** Tokens of the title, then of the body. */
  tokens: Token[];
  titleLength: number;
  sentences: Sentence[];
  hits: CueHit[];
}

/** What a text shows about its author's need, for any offering. Counts in the body are damped by `log1p`. */
export interface Traits {
  seekTitle: number;
  seekBody: number;
  chooseTitle: number;
  helpTitle: number;
  helpBody: number;
  helpEarly: number;
  situationTitle: number;
  situationDensity: number;
  firstPersonShare: number;
  budgetEnd: number;
  thanksEnd: number;
  solvedTitle: number;
  solvedBody: number;
  solvedEnd: number;
  solvedFlag: number;
  editOutcome: number;
  editThanks: number;
  sellerTitle: number;
  sellerDensity: number;
  teachTitle: number;
  teachDensity: number;
  gladTitle: number;
  gladDensity: number;
  crowdTitle: number;
  discussTitle: number;
  discussDensity: number;
  thanksTitle: number;
  addressesReader: number;
  links: number;
  questionTitle: number;
  checkTitle: number;
  pleaTitle: number;
}

const nearEnds = 60;
const firstPerson = new Set(['i', 'im', 'ive', 'id', 'ill', 'my', 'me', 'mine', 'we', 'weve', 'were', 'our', 'us']);
const secondPerson = new Set(['you', 'your', 'youre', 'yours']);
const outcomes = new Set([
  'bought',
  'ordered',
  'decided',
  'went',
  'settled',
  'fixed',
  'solved',
  'resolved',
  'figured',
  'purchased',
  'ended',
  'discovered',
  'works',
  'booked',
  'hired',
  'gone',
  'chose',
]);
const flags = new Set(['solved', 'resolved', 'fixed', 'closed']);
const editMarks = new Set(['edit', 'edits', 'edited', 'edit1', 'edit2', 'edit3', 'edit4', 'update', 'updated']);

/** Words that begin a title asking about a fact or a plan: "Is …?", "Should I …?" */
const checks = new Set('is are was were do does did can could should would will has have am'.split(' '));
const pleas = new Set(['help', 'advice', 'please', 'pls', 'plz']);

export const isFirstPerson = (token: Token | undefined): boolean => token !== undefined && firstPerson.has(token.text);

export function traitsOf(reading: TextParts): Traits {
  const { tokens, titleLength } = reading;
  const count = cueCounter(reading);
  return {
    seekTitle: count.title('seek'),
    seekBody: count.body('seek'),
    chooseTitle: count.title('choose'),
    helpTitle: count.title('help'),
    helpBody: count.body('help'),
    helpEarly: count.early('help'),
    situationTitle: count.title('situation'),
    situationDensity: count.density('situation'),
    firstPersonShare: shareOfSentences(reading),
    budgetEnd: count.late('budget'),
    thanksEnd: count.late('thanks'),
    solvedTitle: count.title('solved'),
    solvedBody: count.body('solved'),
    solvedEnd: count.late('solved'),
    solvedFlag: hasFlag(reading) ? 1 : 0,
    editOutcome: tellsOutcome(tokens.slice(titleLength)) ? 1 : 0,
    editThanks: thanksInEdit(tokens.slice(titleLength)) ? 1 : 0,
    sellerTitle: count.title('seller'),
    sellerDensity: count.density('seller'),
    teachTitle: count.title('teach'),
    teachDensity: count.density('teach'),
    gladTitle: count.title('glad'),
    gladDensity: count.density('glad'),
    crowdTitle: count.title('crowd'),
    discussTitle: count.title('discuss'),
    discussDensity: count.density('discuss'),
    thanksTitle: tokens.slice(0, titleLength).some(({ text }) => text === 'thanks' || text === 'thank') ? 1 : 0,
    addressesReader: (10 * tokens.filter(({ text }) => secondPerson.has(text)).length) / (tokens.length + 20),
    links: Math.min(3, tokens.filter(({ text }) => text === 'http' || text === 'https').length),
    checkTitle: checks.has(tokens[0]?.text ?? '') && titleLength > 0 ? 1 : 0,
    pleaTitle: tokens.slice(0, titleLength).some(({ text }) => pleas.has(text)) ? 1 : 0,
    questionTitle: reading.sentences.some(({ field, question }) => field === 'title' && question) ? 1 : 0,
  };
}

interface CueCounter {
  /** 1 if it occurs in the title, otherwise 0. */
  title: (cue: Cue) => number;
  body: (cue: Cue) => number;
  /** Occurrences per hundred words of the body, at most 3. */
  density: (cue: Cue) => number;
  /** 1 if it is among the first (or last) words of the body, otherwise 0. */
  early: (cue: Cue) => number;
  late: (cue: Cue) => number;
}

function cueCounter({ hits, tokens, titleLength }: TextParts): CueCounter {
  const bodyLength = tokens.length - titleLength;
  const inBody = (cue: Cue): number => hits.filter((hit) => hit.cue === cue && hit.from >= titleLength).length;
  const some = (cue: Cue, from: number, to: number): number =>
    hits.some((hit) => hit.cue === cue && hit.from >= from && hit.from < to) ? 1 : 0;
  return {
    title: (cue) => some(cue, 0, titleLength),
    body: (cue) => Math.log1p(inBody(cue)),
    density: (cue) => Math.min(3, (100 * inBody(cue)) / (bodyLength + 30)),
    early: (cue) => some(cue, titleLength, titleLength + nearEnds),
    late: (cue) => some(cue, Math.max(titleLength, tokens.length - nearEnds), tokens.length),
  };
}

export const speaksOfSelf = ({ from, to }: Sentence, tokens: readonly Token[]): boolean => tokens.slice(from, to).some(isFirstPerson);

function shareOfSentences({ sentences, tokens }: TextParts): number {
  const body = sentences.filter(({ field }) => field === 'body');
  return body.filter((sentence) => speaksOfSelf(sentence, tokens)).length / (body.length + 1);
}

/** "[solved]" and "[](/solved)", which some communities use to mark a thread as done. */
function hasFlag({ tokens, titleLength, item }: TextParts): boolean {
  return tokens.some(({ text, start, end }, index) => {
    if (!flags.has(text)) return false;
    const field = index < titleLength ? item.title : item.body;
    return (
      (field.charAt(start - 1) === '[' && field.charAt(end) === ']') ||
      (field.slice(start - 2, start) === '(/' && field.charAt(end) === ')')
    );
  });
}

/** Whether the last "edit" in the body reports the outcome. */
function tellsOutcome(body: readonly Token[]): boolean {
  const edit = body.findLastIndex(({ text }) => editMarks.has(text));
  return edit !== -1 && body.slice(edit + 1, edit + 41).some(({ text }) => outcomes.has(text));
}

/** "EDIT: Thanks everyone, you are incredible": readers have answered already. */
function thanksInEdit(body: readonly Token[]): boolean {
  const edit = body.findLastIndex(({ text }) => editMarks.has(text));
  return edit !== -1 && body.slice(edit + 1, edit + 21).some(({ text }) => grateful.has(text));
}
const grateful = new Set(['thanks', 'thank', 'thx', 'cheers', 'appreciate', 'incredible', 'awesome']);
