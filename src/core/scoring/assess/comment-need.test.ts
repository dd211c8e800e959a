import { describe, expect, test } from 'vitest';
import { readBackground } from '../background.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { commentLead } from './comment-need.ts';
import { createLanguage } from './language.ts';
import { needIn } from './need.ts';
import { offerFit } from './offer-signs.ts';
import { compileProfile } from './profile.ts';

const language = createLanguage(readBackground());
const desks = makeCampaign({
  offering: 'Standing desks and desk frames, delivered in a week.',
  rules: [{ text: 'standing desk' }, { text: 'desk frame' }],
  subreddits: ['StandingDesk'],
});
const profile = compileProfile(desks, language);

function oddsOf(body: string, title = 'Which standing desk holds two monitors?'): number {
  const reading = language.reader.read(makeItem({ fullname: 't1_c', kind: 'comment', subreddit: 'StandingDesk', title, body }));
  return commentLead(profile, reading, { stated: needIn(reading, { isCareer: false }), fit: offerFit(profile, reading) });
}

describe('the author of a comment', () => {
  test.each([
    'Following, I need one by March too',
    'Does it also hold an ultrawide? I have one and a bad back, and mine wobbles',
    'same boat here, did you find one in the end?',
    'How much did they charge you? I am looking for the same thing',
  ])('needs what the thread asks for: %s', (body) => {
    expect(oddsOf(body)).toBeGreaterThan(0);
  });

  test.each([
    'Get the Uplift, mine has been great for two years.',
    'Thanks, this is very helpful!',
    'What is your budget and how tall are you?',
    'I build these for a living, send me a message',
    'Which font is that?',
  ])('needs nothing of the kind: %s', (body) => {
    expect(oddsOf(body)).toBeLessThan(0);
  });

  test('follows the thread only if the comment names nothing else', () => {
    const joins = 'Same here, I need one too, did you find anything?';
    expect(oddsOf(joins)).toBeGreaterThan(oddsOf(joins, 'Best hikes near Denver?'));
    const names = 'Looking for a good babysitter in Leeds, can anyone recommend one?';
    expect(oddsOf(names)).toBeCloseTo(oddsOf(names, 'Best hikes near Denver?'));
  });
});
