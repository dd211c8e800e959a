import type { Token } from '#core/text/tokens.ts';

/**
 * Token positions where the name of a trade would tell who the author is. Found once for all campaigns, each of which looks there
 * for its own terms.
 */
export interface Mentions {
  self: number[];
  /** "I am a …" only, for campaigns that look for their target customers. */
  described: number[];
  work: number[];
  firm: number[];
}

const firms = new Set([
  'business',
  'company',
  'companies',
  'firm',
  'agency',
  'startup',
  'service',
  'services',
  'consultancy',
  'practice',
  'shop',
  'store',
]);
const founding = new Set([
  'start',
  'starting',
  'started',
  'open',
  'opening',
  'launch',
  'launching',
  'run',
  'running',
  'build',
  'building',
  'own',
  'create',
  'creating',
  'new',
  'my',
  'our',
  'setup',
  'up',
]);
const unspecific = new Set(['small', 'online', 'local']);
const workTerms = new Set([
  'work',
  'works',
  'worked',
  'working',
  'job',
  'position',
  'career',
  'intern',
  'internship',
  'manager',
  'coordinator',
  'student',
  'degree',
  'interview',
  'hired',
  'experience',
  'skills',
]);
const jobTitles = new Set([
  'manager',
  'coordinator',
  'consultant',
  'specialist',
  'developer',
  'designer',
  'intern',
  'student',
  'professional',
  'professionals',
  'expert',
  'experts',
  'analyst',
  'director',
  'technician',
  'admin',
  'administrator',
  'engineer',
  'freelancer',
  'contractor',
  'rep',
  'agent',
  'guru',
  'gurus',
  'folks',
  'people',
]);
const joints = new Set(['in', 'at', 'for', 'as', 'with', 'the', 'a', 'an', 'of']);
const articles = new Set(['a', 'an', 'the']);
const selfNames = new Set(['im a', 'im an', 'im the', 'am a', 'am an', 'as a', 'as an', 'were a', 'were an', 'are a', 'are an']);

const nearTitle = 6;
const beforeFirm = 6;

export function listMentions(tokens: readonly Token[], titleLength: number): Mentions {
  const mentions: Mentions = { self: [], described: [], work: [], firm: [] };
  for (const [at, { text }] of tokens.entries()) {
    const floor = at < titleLength ? 0 : titleLength;
    const earlier = [at - 1, at - 2].filter((back) => back >= floor);
    if (namesSelf(tokens, at)) {
      mentions.self.push(at);
      mentions.described.push(at);
    }
    if (text === 'here' && at < floor + nearTitle) mentions.self.push(...earlier);
    if (worksIn(tokens, at, floor)) mentions.work.push(at);
    if (jobTitles.has(text) && at > floor) mentions.work.push(at - 1);
    if (firms.has(text) && tokens.slice(Math.max(floor, at - beforeFirm), at).some((token) => founding.has(token.text)))
      mentions.firm.push(...earlier.filter((back) => !isUnspecific(tokens[back])));
  }
  return mentions;
}

const isUnspecific = (token: Token | undefined): boolean => token !== undefined && (firms.has(token.text) || unspecific.has(token.text));

/** Whether "I am a" or "fellow" comes before a word, with at most one word between. */
function namesSelf(tokens: readonly Token[], at: number): boolean {
  return [at - 1, at - 2].some((back) => {
    const word = tokens[back]?.text ?? '';
    return word === 'fellow' || (articles.has(word) && selfNames.has(`${tokens[back - 1]?.text ?? ''} ${word}`));
  });
}

/** "work in marketing", "job at a marketing agency": only function words may be between. */
function worksIn(tokens: readonly Token[], at: number, floor: number): boolean {
  let back = at - 1;
  while (back >= floor && back > at - 4 && joints.has(tokens[back]?.text ?? '')) back -= 1;
  return back >= floor && workTerms.has(tokens[back]?.text ?? '');
}
