import type { Cue } from '#core/text/lexicon.ts';
import type { Sentence } from '#core/text/sentences.ts';
import type { Reading } from '../reading/reading.ts';
import { troubleIn, asksForOpinion, yesNo } from './trouble.ts';

/** Features of one sentence in a short text. */
interface SentenceFeatures {
  cues: ReadonlySet<Cue>;
  question: boolean;
  first: string;
  words: readonly string[];
  /** Only repeats words of the thread's title. */
  isEcho: boolean;
  isEnglish: boolean;
}

const wh = new Set('what which who whom whos where when why how whats wheres hows'.split(' '));
const verbs = new Set('is are was were does do did has have had makes will would'.split(' '));
const superlatives = new Set(
  'best cheapest easiest simplest affordable good reliable trustworthy decent cheap recommended favorite'.split(' '),
);
const firstPerson = new Set(
  'i im ive id ill my me mine we weve were our us ours ich mein meine meinen wir uns unser unsere yo mi mis nos nuestro nuestra je j jai mon ma mes nous notre eu meu minha nosso nossa ik mijn wij we ons onze'.split(
    ' ',
  ),
);
const secondPerson = new Set('you your youre youll yours'.split(' '));
/** Sentences that begin with these words tell others what to do. */
const imperatives = new Set(
  'just use try get check ask call send buy go look dont stop take put make read keep start turn avoid hire add learn book wash dry cut charge register download skip freeze grow consider sign switch find restore export ventilate prototype always never'.split(
    ' ',
  ),
);
const openings = new Set('recommend suggest need needs needed needing wanted wanting seeking searching looking hiring iso wtb'.split(' '));
const choosing = new Set(
  'buy buying get use using choose pick recommend suggest hire hiring trust go switch switching try call order ordering rent took take host prefer book booking'.split(
    ' ',
  ),
);
/** Question words that ask for a name. */
const names = new Set(['who', 'whos', 'whom', 'which', 'where', 'wheres']);
const wanting = new Set(['need', 'want', 'require']);
const somebody = new Set('any anyone anybody someone somebody anything something anywhere somewhere'.split(' '));
const offers = new Set(
  'alternative alternatives recommendation recommendations recs suggestion suggestions replacement options'.split(' '),
);
const paying = new Set(['cost', 'costs', 'pay', 'charge', 'spend', 'run']);
const prices = new Set(['cost', 'costs', 'price', 'prices', 'quote', 'fee', 'fees', 'rate', 'rates']);
const explaining = new Set(['explain', 'eli5', 'meaning', 'pronounce']);
const joining = new Set('same ditto following seconded me'.split(' '));
const comparing = new Set(['mine', 'ours']);
/** "X, thoughts?" and "X: why?" ask for discussion. */
const discussing = new Set(['how', 'why', 'thoughts', 'opinions']);
/** "Send help." and "would a teacher help" are no pleas, "it refuses every food, help" is one. */
const beforeHelp = new Set('send to can will of you the could did not would wont cant doesnt didnt might may should'.split(' '));
/** "Here is how" explains. */
const beforeHow = new Set('is and thats heres this know explain somehow'.split(' '));
/** The last two words of a plea. */
const pleas = new Set([
  'what now',
  'now what',
  'what next',
  'please help',
  'help please',
  'any fix',
  'any ideas',
  'any tips',
  'any advice',
  'what works',
  'what helps',
  'what helped',
]);
/** "How do you handle …?" is asked by those who cannot. */
const managing = new Set(
  'handle handling manage managing avoid afford keep keeping track tracking find deal dealing share store storing organize organizing send sending protect'.split(
    ' ',
  ),
);
const longestFragment = 14;
const shortHeading = 7;
/** What a wanted thing must do: "that does not …", "which works …". */
const must = new Set('does do doesnt dont will wont can cant is isnt works work'.split(' '));
/** A heading with one of these tells of something that exists. */
const definite = new Set('the this these those why how when fight battle debate'.split(' '));
const worths = new Set(['worth']);

/** How likely the author needs something that readers could provide, 0 to 1, whatever it is. */
export function needIn(reading: Reading, { isCareer }: { isCareer: boolean }): number {
  const sentences = reading.sentences.map((sentence, index) => featuresOf(reading, sentence, index));
  const isComment = reading.item.kind === 'comment';
  const all = new Set(sentences.flatMap(({ cues }) => [...cues]));
  const speaks = reading.tokens.some(({ text }) => firstPerson.has(text));
  const asks = sentences.map((sentence) => requestIn(sentence, isComment)).toSorted((a, b) => b - a);
  const [most = 0, next = 0] = asks;
  const joins = isComment ? joinIn(sentences, all) : 0;
  const trouble = troubleIn(reading);
  const suffers = speaks
    ? trouble
    : isTitleOnly(reading.item) && !reading.tokens.some(({ text }) => secondPerson.has(text))
      ? impliedOwn * trouble
      : 0;
  const urgent = speaks && (all.has('budget') || all.has('urgency')) ? 0.2 : 0;
  const claims = [most, 0.3 * next, joins, suffers, most + joins + suffers > 0.4 ? urgent : 0];
  const need = (1 - claims.reduce((left, claim) => left * (1 - claim), 1)) * (isHeadline(reading) ? headlineWorth : 1);
  return need * against(sentences, { all, most: Math.max(most, joins, suffers), isComment, isCareer });
}

/** "Washer dances across the room and won't drain" is most likely the author's. */
const impliedOwn = 0.9;

/** "Ours too" has the same need; "mine paid off in a year" may only compare. */
function joinIn(sentences: readonly SentenceFeatures[], all: ReadonlySet<Cue>): number {
  if (all.has('joins')) return 0.6;
  const first = sentences[0]?.first ?? '';
  return joining.has(first) ? 0.6 : comparing.has(first) ? 0.35 : 0;
}

/** A title alone is all that its author says. */
export const isTitleOnly = ({ kind, body }: Reading['item']): boolean => kind === 'post' && body.trim() === '';

const headlineWorth = 0.25;

/**
 * The title of a link to another site is its headline ("Desks: which one is right for you?"), unless its author speaks, or asks for
 * something without addressing the reader.
 */
export function isHeadline({ item, tokens, titleLength, sentences, hits }: Reading): boolean {
  if (item.kind === 'comment' || item.url === null || tokens.length > titleLength || isOnReddit(item.url)) return false;
  if (tokens.some(({ text }) => firstPerson.has(text))) return false;
  const addresses = tokens.some(({ text }) => secondPerson.has(text));
  return addresses || !hits.some(({ cue, sentence }) => cue === 'seek' && sentences[sentence]?.question);
}

const isOnReddit = (url: string): boolean => /^https?:\/\/(?:[a-z]+\.)?(?:reddit\.com|redd\.it)\//i.test(url);

export function featuresOf({ hits, tokens, thread, language }: Reading, { from, to, question }: Sentence, index: number): SentenceFeatures {
  const start = tokens.slice(from, to - 1).findIndex(({ text }) => !leadIns.has(text));
  const own = tokens.slice(from + Math.max(0, start), to);
  const words = own.map(({ text }) => text);
  const isEcho = thread !== null && own.every(({ stem }) => thread.stems.has(stem));
  return {
    cues: new Set(hits.filter(({ sentence }) => sentence === index).map(({ cue }) => cue)),
    question,
    first: words[0] ?? '',
    words,
    isEcho,
    isEnglish: language === 'en',
  };
}

/** Words before a sentence proper: "OK so which one?" */
const leadIns = new Set('so ok okay and but also well hey hi hmm oh btw anyway then now'.split(' '));

/** How strongly a sentence asks for something. */
function requestIn(sentence: SentenceFeatures, isComment: boolean): number {
  const strength = isComment || !isEmptyAsk(sentence) ? formOf(sentence, isComment) : emptyAsk;
  const advises =
    isComment && !sentence.question && (sentence.cues.has('answers') || imperatives.has(sentence.first)) && !wantsNow(sentence);
  return (
    strength *
    (sentence.cues.has('opines') && (isComment || !describesThing(sentence)) ? 0.3 : 1) *
    (advises ? 0.2 : 1) *
    (isComment && isSmallTalk(sentence) ? smallTalk : 1)
  );
}

/** "Beans for someone who hates sour shots?", "Princeton Review or a tutor?": what sounds like an opinion describes the thing wanted. */
const describesThing = (sentence: SentenceFeatures): boolean =>
  sentence.isEnglish && sentence.question && (isFragment(sentence) || offersChoice(sentence)) && !hasAny(sentence, undescribed);
/** Readers are addressed, and nobody chooses what is worse. */
const undescribed = new Set([...secondPerson, 'worse', 'worst']);

/** "I want to buy one thing that …" */
const wantsNow = ({ words }: SentenceFeatures): boolean =>
  words.some((word, at) => (wanting.has(word) || word === 'looking') && firstPerson.has(words[at - 1] ?? ''));

const smallTalk = 0.3;

/**
 * "What are you animating these days?", "Where was that taken?": the question is about the other person, or, like "Freshbooks?",
 * repeats them. "What did you end up with?" and "How do you keep track?" ask for what helped.
 */
function isSmallTalk({ words, question, first, isEcho }: SentenceFeatures): boolean {
  if (!question || words.some((word) => firstPerson.has(word) || adopting.has(word))) return false;
  if (isEcho || first.startsWith('where') || (words.at(-1) === 'that' && words.at(-2) === 'is')) return true;
  if (first === 'how' && (words[1] === 'do' || words[1] === 'did')) return false;
  return words.some((word, at) => beforeYou.has(words[at - 1] ?? '') && secondPerson.has(word));
}

/** Verbs for choosing something that others could choose too. */
const adopting = new Set(
  'use used using buy bought choose chose pick picked recommend suggest hire hired trust try tried switch switched switching order ordered prefer get got find found go going went end ended rent moving migrating pay paid paying cost costs spend know'.split(
    ' ',
  ),
);
/** Words after which "you" is whom the question is about, unlike in "a tool that tells you when". */
const beforeYou = new Set('do did are was were have will would take took old'.split(' '));

/**
 * "Any recommendations would be appreciated. Thanks!" makes no request of its own: below "LastPass hit by another breach" it asks
 * for nothing that could be sold.
 */
const isEmptyAsk = ({ words }: SentenceFeatures): boolean => words.every((word) => unspecific.has(word));
const emptyAsk = 0.4;
/** Words of asks that name nothing. */
export const unspecific = new Set(
  'any some your all the a an of on for in or and me us i im we please pls kindly help advice recommendation recommendations recs suggestion suggestions suggest recommend tip tips idea ideas thought thoughts input insight feedback opinion opinions experience experiences comment comments info information guidance pointers would will could can is are be been it this that these here greatly much very so really highly welcome welcomed appreciated appreciate helpful great nice good thanks thank you thx ty tia cheers in advance everyone everybody guys all folks reddit anyone anybody someone open to looking hoping wanted needed share let know what do have has got love'.split(
    ' ',
  ),
);

function formOf(sentence: SentenceFeatures, isComment: boolean): number {
  if (hasAny(sentence, explaining)) return 0.5;
  if (!isComment && asksOthers(sentence)) return 0.3;
  if (!isComment && endsInPlea(sentence)) return Math.max(0.75, plainForm(sentence, isComment));
  return plainForm(sentence, isComment);
}

function plainForm(sentence: SentenceFeatures, isComment: boolean): number {
  const { cues, question, first } = sentence;
  if (!isComment && seeksCompany(sentence)) return 0.3;
  if (cues.has('seek')) return question ? 0.95 : 0.85;
  if (openings.has(first)) return 0.85;
  if (!isComment && (asksExperience(sentence) || asksFact(sentence))) return 0.5;
  if (question && (hasAny(sentence, somebody) || hasAny(sentence, offers) || choosesOne(sentence))) return 0.85;
  if (wantsSomething(sentence)) return 0.75;
  if (question && (cues.has('choose') || (!isComment && hasAny(sentence, worths)))) return 0.85;
  if (question && isFragment(sentence)) return isComment ? 0.5 : 0.85;
  if (question && !isComment && (offersChoice(sentence) || asksForMeans(sentence))) return 0.85;
  if (question && !isComment && hasAny(sentence, prices)) return 0.8;
  if (cues.has('help')) return isComment && question ? 0.7 : question && hasAny(sentence, firstPerson) ? 0.6 : 0.5;
  if (question) return questionForm(sentence, isComment);
  return isComment ? 0 : headingForm(sentence);
}

/** "Anyone interested in becoming study partners?" */
const seeksCompany = (sentence: SentenceFeatures): boolean => hasAny(sentence, somebody) && hasAny(sentence, company);
const company = new Set('interested partner partners buddy buddies join joining meetup teammates'.split(' '));

/** "Has anyone had this on their exam?", but not "Has anyone used it?" */
export const asksExperience = (sentence: SentenceFeatures): boolean =>
  sentence.question &&
  past.has(sentence.first) &&
  somebody.has(sentence.words[1] ?? '') &&
  !hasAny(sentence, adopting) &&
  !sentence.cues.has('choose');
const past = new Set(['has', 'have', 'had', 'did']);

/** "Does anyone know what is on the exam?", but not "Does anyone know who repairs these?" */
const asksFact = ({ words }: SentenceFeatures): boolean =>
  words.some((word, at) => word === 'know' && somebody.has(words[at - 1] ?? '') && facts.has(words[at + 1] ?? ''));
const facts = new Set('what how why when if whether'.split(' '));

/** A title that asks without a question mark: "Online notary recommendations", "Best stroller for city living". */
function headingForm({ words, first, cues }: SentenceFeatures): number {
  if (cues.has('teach')) return 0;
  if (words.length <= shortHeading && offers.has(words.at(-1) ?? '')) return 0.85;
  if (superlatives.has(first)) return words.includes('for') ? 0.8 : 0.5;
  if (words.indexOf('needed') > 0 || (compares(words) && !cues.has('opines'))) return 0.8;
  return describesWanted(words) ? 0.8 : 0;
}

/** "Gusto vs ADP for a bakery", but not "The day I tested Gusto vs ADP". */
function compares(words: readonly string[]): boolean {
  const at = words.findIndex((word) => word === 'vs' || word === 'versus');
  return at > 0 && at < shortHeading && !words.some((word) => firstPerson.has(word) || verbs.has(word) || definite.has(word));
}

/** "Shared inbox that does not cost a fortune": a thing and what it must do, without anyone who has it. */
function describesWanted(words: readonly string[]): boolean {
  const at = words.findIndex((word, index) => (word === 'that' || word === 'which' || word === 'who') && must.has(words[index + 1] ?? ''));
  return at > 0 && at <= shortHeading && !words.slice(0, at).some((word) => firstPerson.has(word) || verbs.has(word) || definite.has(word));
}

/** "My cat refuses every food, help", "Mailchimp is too expensive, what now?", but not "Send help." */
function endsInPlea({ words }: SentenceFeatures): boolean {
  if (words.length < 4) return false;
  const [before = '', last = ''] = words.slice(-2);
  return (last === 'help' && !beforeHelp.has(before)) || (last === 'how' && !beforeHow.has(before)) || pleas.has(`${before} ${last}`);
}

/** "How much do you charge?", "Why do clients never pay?", "Best tip you ever got?" */
function asksOthers({ words, question }: SentenceFeatures): boolean {
  if (!question) return false;
  const isAbout = (at: number): boolean => secondPerson.has(words[at] ?? '');
  return words.some(
    (word, at) =>
      (word === 'worse' && words[at - 1] === 'is') ||
      (word === 'charge' && isAbout(at - 1)) ||
      (word === 'ever' && isAbout(at - 1) && words[at + 1] !== 'use') ||
      (word === 'why' && at === words.length - 1),
  );
}

const hasAny = ({ words }: SentenceFeatures, wanted: ReadonlySet<string>): boolean => words.some((word) => wanted.has(word));

/** Strength by question word; "how do you …?" may only start a discussion, unless the author describes their own case. */
function questionForm(sentence: SentenceFeatures, isComment: boolean): number {
  const asked = sentence.words.find((word) => wh.has(word)) ?? '';
  if (names.has(asked)) return 0.8;
  if (asked === 'why' || asked === 'when' || yesNo.has(sentence.first)) return isComment ? 0.3 : 0.1;
  if (isComment) return 0.6;
  if (checksPlan(sentence.words) && !hasAny(sentence, adopting)) return 0.3;
  if (hasAny(sentence, firstPerson)) return 0.65;
  if (asked.startsWith('what')) return hasAny(sentence, paying) ? 0.8 : asksForPractice(sentence) ? 0.65 : 0.5;
  return hasAny(sentence, managing) ? 0.65 : asksHow(sentence) ? 0.6 : 0.35;
}

/** "LegalZoom, Trust & Will, or an actual lawyer?", "Fix a nine year old dryer or buy new?", "Cheapest way to have one for a year?" */
const offersChoice = ({ words, first }: SentenceFeatures): boolean =>
  !yesNo.has(first) &&
  !wh.has(first) &&
  words.length <= longestFragment &&
  (words.includes('or') || superlatives.has(first)) &&
  !words.some((word) => firstPerson.has(word) || secondPerson.has(word));

/** "What do you run your employee surveys with?" */
const asksForMeans = ({ words, first }: SentenceFeatures): boolean => first.startsWith('what') && words.at(-1) === 'with';

/** "What do you feed a cat with a sensitive stomach?", but not "What do you feed your cat?" */
const asksForPractice = ({ words }: SentenceFeatures): boolean =>
  words[1] === 'do' && words[2] === 'you' && !words.slice(3).some((word) => secondPerson.has(word)) && words.length > shortHeading;

/** "How do you check applicants for one duplex?", but not "How did you get your first client?" */
const asksHow = ({ words }: SentenceFeatures): boolean =>
  words[0] === 'how' && (words[1] === 'do' || words[1] === 'are') && words.length > shortHeading;

/** "I want software that …", "we really need somebody", but not "I want to say". */
function wantsSomething({ words }: SentenceFeatures): boolean {
  return words.some(
    (word, at) =>
      wanting.has(word) && words[at + 1] !== 'to' && words.slice(Math.max(0, at - 3), at).some((before) => firstPerson.has(before)),
  );
}

function choosesOne({ words, first }: SentenceFeatures): boolean {
  if (first === 'how') return (words[1] === 'much' && words.some((word) => paying.has(word))) || findsOne(words);
  if (asksForOpinion(words)) return true;
  if (words[1] === 'there' && yesNo.has(first)) return true;
  if (words.some((word, at) => word === 'else' && wh.has(words[at - 1] ?? ''))) return true;
  if (words.some((word, at) => word === 'know' && ['a', 'an', 'any', 'of', 'where', 'who'].includes(words[at + 1] ?? ''))) return true;
  return words.some((word) => names.has(word) || word.startsWith('what')) && words.some((word) => choosing.has(word));
}

/** "How do I find a therapist?", but not "How do I find the bottom row?" */
const findsOne = (words: readonly string[]): boolean =>
  words.some((word, at) => (word === 'find' || word === 'get') && one.has(words[at + 1] ?? ''));
const one = new Set('a an someone somebody good'.split(' '));

function isFragment({ words, first }: SentenceFeatures): boolean {
  if (words.length > longestFragment || words.length < 2 || yesNo.has(first) || wh.has(first)) return false;
  if (words.some((word) => discussing.has(word)) || checksPlan(words)) return false;
  const question = words.findIndex((word) => wh.has(word) || word === 'any' || word === 'that');
  const asked = question === -1 ? [] : words.slice(question);
  // "Dentists, what do patients lie about?"
  if (asked[0]?.startsWith('what') && !asked.some((word) => choosing.has(word) || firstPerson.has(word))) return false;
  return !words.slice(0, question === -1 ? words.length : question).some((word) => verbs.has(word));
}

/** "Interview went badly, should I write again?", but not "what do I do?" */
const checksPlan = (words: readonly string[]): boolean =>
  words.some((word, at) => yesNo.has(word) && firstPerson.has(words[at + 1] ?? '') && !wh.has(words[at - 1] ?? ''));

interface Whole {
  all: ReadonlySet<Cue>;
  /** The strongest sign of a need. */
  most: number;
  isComment: boolean;
  /** Whether the author speaks of jobs, and the campaign isn't about them. */
  isCareer: boolean;
}

/** Factor by which counterevidence in the text reduces the need. */
function against(sentences: readonly SentenceFeatures[], { all, most, isComment, isCareer }: Whole): number {
  let factor = 1;
  if (all.has('seller')) factor *= most >= 0.6 ? 0.6 : 0.35;
  if (all.has('teach') && most < 0.6) factor *= 0.4;
  if (all.has('glad') && most < 0.5) factor *= 0.4;
  if (all.has('solved')) factor *= 0.4;
  if (isCareer) factor *= 0.6;
  if (!isComment) return factor;
  if (all.has('courtesy') && most < 0.8) factor *= 0.3;
  if (all.has('notice')) factor *= 0.1;
  if (all.has('promotes') || (all.has('works') && most < ownNeed)) factor *= 0.2;
  return factor * adviceFactor(sentences, most);
}

/** From this need on, "I make furniture" says who the customer is. */
const ownNeed = 0.5;

/** An author who gives advice and asks nothing has no need. */
function adviceFactor(sentences: readonly SentenceFeatures[], most: number): number {
  if (most > 0.55) return 1;
  const advises = sentences.filter(
    ({ question, cues, first, words }) =>
      !question && (cues.has('answers') || imperatives.has(first) || words.some((word) => secondPerson.has(word))),
  );
  return advises.length > 0 ? 0.35 : 1;
}
