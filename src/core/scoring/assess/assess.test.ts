import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultWeights } from '#shared/scoring.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { readBackground } from '#core/text/background.ts';
import { exactScoreOf } from '../arithmetic.ts';
import { compileMatcher } from '../match/matcher.ts';
import type { ScoringCampaign } from '../profile.ts';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { assess, moveTo } from './assess.ts';
import { listFeatures } from './cheap.ts';
import { compileProfile, createLanguage } from './profile.ts';

const language = createLanguage(readBackground());

function scoreItem(item: Partial<FetchedItem>, campaign: Partial<ScoringCampaign> = {}, now: number | null = null) {
  const compiled = makeCampaign(campaign);
  const rules = compileMatcher([compiled]).match(makeItem(item))[0]?.rules.length ?? 0;
  const [profile, reading] = [compileProfile(compiled, language), language.reader.read(makeItem(item))];
  const assessment = assess(profile, reading, { features: listFeatures(profile, reading, rules), now });
  return { ...assessment, score: exactScoreOf(assessment.components, compiled.weights, assessment) ?? 0 };
}

const buyer = {
  title: 'Looking for an online dog trainer for our puppy, can anyone recommend one?',
  body: 'We have a new puppy who bites and pulls on the leash. I am at my wits end. Is there a good online puppy training course? Our budget is $100. Thanks in advance!',
};
const chatter = {
  title: 'Puppies on the leash',
  body: 'Yesterday the dog park was full of puppies. Most of them barked at each other and one bit a trainer in the leg.',
};
const noise = { title: 'Best laptop of the year', body: 'The new screen is bright and the battery lasts for ten hours.' };
const seller = {
  title: 'I built an app for puppy training, check it out',
  body: 'We just launched our new app with courses from a dog trainer. Sign up for the free trial, promo code inside. Let me know what you think!',
};
const guide = {
  title: '10 tips for leash training your puppy',
  body: 'Here is a guide. You should always start early. Make sure you keep the leash short. Never pull.',
};

describe('built-in scorer', () => {
  test('gives a clear buyer a lead’s score', () => {
    const { score, role, reason } = scoreItem(buyer);
    expect(score).toBeGreaterThanOrEqual(75);
    expect(role).toBe('customer');
    expect(reason).toMatch(/^Looking for: “.*(dog trainer|puppy training).*” · budget \$100$/i);
  });

  test('scores talk below needs, and other topics below talk', () => {
    const scores = [buyer, chatter, noise].map((item) => scoreItem(item).score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scoreItem(chatter).score).toBeLessThan(scoreItem(buyer).score - 20);
    expect(scoreItem(noise).score).toBeLessThan(25);
    expect(scoreItem(noise).fitNone).toBe(true);
  });

  test('recognizes authors who offer or teach', () => {
    expect(scoreItem(seller).role).toBe('seller');
    expect(scoreItem(seller).score).toBeLessThanOrEqual(20);
    expect(scoreItem(guide).score).toBeLessThan(50);
  });

  test('recognizes that a need is already met', () => {
    const solved = scoreItem({ ...buyer, body: `${buyer.body} EDIT: we bought a course, it works!` });
    expect(solved.solved).toBe(true);
    expect(solved.score).toBeLessThanOrEqual(40);
    expect(scoreItem(buyer).solved).toBe(false);
  });

  test('scores a post lower once its author thanks for the answers in an edit', () => {
    const answered = { ...buyer, body: `${buyer.body} EDIT: Thanks everyone, you are incredible!` };
    expect(scoreItem(answered).score).toBeLessThan(scoreItem({ ...buyer, body: `${buyer.body} Thanks everyone!` }).score);
  });

  test('gives the same text no score in a campaign about something else', () => {
    const other = {
      offering: 'Payroll software for restaurants',
      idealCustomer: 'Restaurant owners',
      painPoints: [],
      rules: [{ text: 'payroll' }],
    };
    expect(scoreItem(buyer, other).score).toBeLessThan(scoreItem(buyer).score - 40);
  });

  test('leaves out components that depend on the current time when there is none', () => {
    expect(scoreItem(buyer).components).toMatchObject({ recency: null, saturation: null });
    const now = makeItem().createdAt;
    expect(scoreItem(buyer, {}, now).components.recency).toBe(1);
    expect(scoreItem({ ...buyer, numComments: null }, {}, now).components.saturation).toBeNull();
  });

  test('counts a locked thread as unreachable', () => {
    expect(scoreItem({ ...buyer, locked: true }).components.reachability).toBe(0);
    expect(scoreItem(buyer).components.reachability).toBeGreaterThan(0.9);
  });

  test('counts urgency only when the need fits', () => {
    const hasty = { ...buyer, body: `${buyer.body} I need help as soon as possible, it is urgent.` };
    expect(scoreItem(hasty).components.urgency).toBeGreaterThan(0.7);
    expect(scoreItem({ ...noise, body: `${noise.body} As soon as possible, urgent.` }).components.urgency).toBeLessThan(0.1);
    expect(scoreItem(hasty).reason).toContain('in a hurry');
  });

  test('works with only a description, and with only rules', () => {
    const texts = { offering: '', idealCustomer: '', painPoints: [] };
    expect(scoreItem(buyer, { ...texts, description: 'Training for puppies and dogs', rules: [] }).score).toBeGreaterThan(
      scoreItem(noise).score,
    );
    expect(scoreItem(buyer, texts).score).toBeGreaterThan(60);
  });
});

describe('the title of a post', () => {
  const ask = 'Can anyone recommend an online dog trainer?';
  const story =
    'We have had our puppy for six weeks now. He is a mix of a spaniel and something else, sleeps through the night, and knows his name. On the leash he runs in circles around us, and last week he chewed one of our shoes.';

  test('counts as much with a word of thanks below it', () => {
    const alone = scoreItem({ title: ask, body: '' }).score;
    expect(alone).toBeGreaterThan(70);
    for (const body of ['Thanks!', 'Any recommendations would be appreciated. Thanks!'])
      expect(scoreItem({ title: ask, body }).score).toBeGreaterThan(alone - 1);
  });

  test('counts beside the text below it', () => {
    const asked = scoreItem({ title: ask, body: story }).score;
    expect(asked).toBeGreaterThan(scoreItem({ title: 'Our puppy and the leash', body: story }).score + 5);
  });
});

describe('evidence', () => {
  test('contains at most three whole sentences that name what is wanted and why it fits, in reading order', () => {
    const { evidence } = scoreItem({
      ...buyer,
      body: `${buyer.body} He keeps barking all night and I am exhausted. I need help by Friday.`,
    });
    expect(evidence.length).toBeLessThanOrEqual(3);
    expect(evidence.map(({ why }) => why)).toEqual(expect.arrayContaining(['intent', 'fit']));
    expect(evidence.some(({ text }) => /looking for/i.test(text))).toBe(true);
    const places = evidence.flatMap(({ field, start, end }) => (field === 'title' ? [start, end] : [1000 + start, 1000 + end]));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('begins and ends at word boundaries', () => {
    const { evidence } = scoreItem({ title: buyer.title, body: `puppy ${'and then the puppy bites the leash '.repeat(30)} again` });
    const whole = { title: buyer.title, body: `puppy ${'and then the puppy bites the leash '.repeat(30)} again` };
    for (const { field, start, end } of evidence) {
      expect(whole[field].slice(Math.max(0, start - 1), start)).toMatch(/^\W?$/);
      expect(whole[field].slice(end, end + 1)).toMatch(/^\W?$/);
    }
  });

  test('gives the asker’s need and constraints as the reason instead of repeating the title', () => {
    const { reason } = scoreItem({
      title: 'Dog trouble',
      body: 'I want to switch from Barkbuddy. Can anyone recommend a dog trainer for two puppies? Our budget is $80.',
    });
    expect(reason).toBe('Looking for: “Can anyone recommend a dog trainer for two puppies?” · budget $80 · leaving Barkbuddy');
  });

  test('never claims that an item asks for nothing when it seems to need something', () => {
    const invoicing = {
      offering: 'Invoicing software that sends invoices, takes deposits and reminds late payers',
      description: 'Invoicing software for small studios',
    };
    const reasonFor = (body: string) =>
      scoreItem({ kind: 'comment', title: 'Time to buy real billing software. Help me choose', body }, invoicing).reason;
    const need = 'Need deposits and a client portal, five people, willing to go up to 60 a month';
    expect(reasonFor(`We have the same three tabs open. ${need}. Tell me if you find a fourth.`)).toContain(need);
    expect(reasonFor('Slide deck invoices, respect.')).toBe('Mentions it, asks for nothing');
  });

  test('quotes the item literally, whatever it contains, and keeps reasons short', () => {
    const words = fc.constantFrom(
      'looking for a',
      'puppy',
      'LEASH',
      '“barks”',
      'edit:',
      'how do I',
      '?',
      '\n',
      'I’m',
      '😀',
      'dog-trainer',
      '$50',
      'asap',
      '\u0301',
      '文',
    );
    const text = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 60 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, text, (title, body) => {
        const { evidence, reason, score, components } = scoreItem({ title, body });
        for (const { text: quoted, start, end, field } of evidence)
          expect((field === 'title' ? title : body).slice(start, end)).toBe(quoted);
        expect(evidence.every(({ text: quoted }) => quoted !== '')).toBe(true);
        expect(reason.length).toBeGreaterThan(0);
        expect(reason.length).toBeLessThanOrEqual(200);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        for (const value of Object.values(components)) expect(value === null || (value >= 0 && value <= 1)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('reads only the relevant beginning of a text of a hundred thousand characters', () => {
    const { tokens } = language.reader.read(makeItem({ body: 'puppy? '.repeat(20_000) }));
    expect(tokens.length).toBeLessThan(3000);
    expect(scoreItem({ title: 'x', body: 'y'.repeat(100_000) }).evidence).toEqual([]);
  });
});

const title = 'Puppy pulls on the leash';
const body = 'We have walked for a month now.';

function scoreOf(subreddits: string[], item: Partial<FetchedItem>): number {
  const scorer = createScorer({ campaigns: [makeCampaign({ subreddits })], now: null, assessAll: true });
  return scorer.score(makeItem({ title, body, ...item }))[0]?.exactScore ?? 0;
}

test('a post scores higher in the monitored subreddit that is named for the offering than in the others', () => {
  const subreddits = ['DogTraining', 'AskVet'];
  expect(scoreOf(subreddits, { subreddit: 'DogTraining' })).toBeGreaterThan(scoreOf(subreddits, { subreddit: 'AskVet' }));
});

test('a subreddit name changes nothing in a campaign that monitors no subreddits', () => {
  expect(scoreOf([], { subreddit: 'DogTraining' })).toBe(scoreOf([], { subreddit: 'AskVet' }));
});

test('a post with hundreds of votes scores lower than the same post with a few or an unknown number', () => {
  const few = scoreOf([], { score: 3 });
  expect(scoreOf([], { score: 700 })).toBeLessThan(few);
  expect(scoreOf([], { score: 60 })).toBe(few);
  expect(scoreOf([], { score: null })).toBe(few);
});

test("a comment's votes and subreddit change nothing", () => {
  const comment = { kind: 'comment', title: 'Which course?', body } as const;
  const plain = scoreOf(['DogTraining', 'AskVet'], { ...comment, subreddit: 'AskVet', score: 1 });
  expect(scoreOf(['DogTraining', 'AskVet'], { ...comment, subreddit: 'AskVet', score: 900 })).toBe(plain);
});

test('moves the parts so that they add up to the share with the default weights, and keeps their order', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(part, { minLength: 5, maxLength: 5 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (values, share) => {
      const [intent = 0, fit = 0, relevance = 0, urgency = 0, reachability = 0] = values;
      const moved = moveTo({ intent, fit, relevance, urgency, reachability }, share);
      const uncapped = { role: 'customer', solved: false, fitNone: false } as const;
      expect(exactScoreOf({ ...moved, recency: null, saturation: null }, defaultWeights, uncapped)).toBeCloseTo(100 * share, 3);
      expect((moved.intent ?? 0) >= (moved.fit ?? 0)).toBe(intent >= fit || moved.intent === moved.fit);
    }),
  );
});
