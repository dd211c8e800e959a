import { describe, expect, test } from 'vitest';
import { readBackground } from '../background.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';
import { createLanguage } from './language.ts';
import { offerOdds, type OfferSigns, offerSigns, offerFit } from './offer-signs.ts';
import { compileProfile, type Profile } from './profile.ts';
import type { Reading } from '../reading/reading.ts';
import { shareOf } from './form.ts';
import { titleForm } from './title-form.ts';
import { titleLead } from './title-need.ts';

const language = createLanguage(readBackground());
const sitters = compileProfile(
  makeCampaign({
    offering: 'Cat sitters who visit your home while you travel.',
    idealCustomer: '',
    painPoints: [],
    rules: [{ text: 'cat sitter' }, { text: 'pet sitting' }],
    subreddits: ['cats'],
  }),
  language,
);
const read = (title: string) => language.reader.read(makeItem({ title, body: '', subreddit: 'cats' }));
function signsFor(profile: Profile, reading: Reading): OfferSigns {
  return offerSigns(profile, reading, { form: titleForm(reading), fit: offerFit(profile, reading) });
}
const signsOf = (title: string) => signsFor(sitters, read(title));
const oddsOf = (title: string): number => offerOdds(signsOf(title));

describe('what a title asks for', () => {
  test('is the offering if it ends in the noun of a rule, and more likely so than another thing for the same animal', () => {
    expect(signsOf('Any cat sitter recommendations?').ruleNoun).toBe(1);
    expect(signsOf('Which cat carrier do you recommend?').ruleNoun).toBe(0);
    expect(oddsOf('Any cat sitter recommendations?')).toBeGreaterThan(oddsOf('Which cat carrier do you recommend?') + 0.5);
  });

  test('is another sort of thing if the campaign offers none of it', () => {
    expect(signsOf('Which cat insurance do you have?').otherThing).toBe(1);
    expect(signsOf('Looking for a cat sitter in Leeds').otherThing).toBe(0);
  });

  test('is what another trade is called, unless the campaign or its trade uses the word', () => {
    expect(signsOf('Can anyone recommend a plumber?').otherName).toBe(1);
    expect(signsOf('Can anyone recommend a sitter?').otherName).toBe(0);
  });

  test("isn't its price: that of the offering fits as well as the offering", () => {
    expect(signsOf("What's a fair rate for a cat sitter?")).toMatchObject({ ruleNoun: 1, otherName: 0 });
    expect(signsOf('Quoted 40 a day, what is the right price for a cat sitter?').fit).toBe(signsOf('Cat sitter?').fit);
  });

  test('may stay unnamed', () => {
    expect(signsOf('Away for two weeks and nobody to feed her, who can help?').unnamed).toBe(1);
    expect(signsOf('Need a remedial massage near Newtown').unnamed).toBe(0);
    expect(signsOf('She wakes us at five, what should I get instead?').unnamed).toBe(1);
  });
});

describe('a title of a monitored subreddit', () => {
  const inSubreddit = (subreddit: string): OfferSigns =>
    signsFor(sitters, language.reader.read(makeItem({ title: 'Any cat sitter recommendations?', body: '', subreddit })));

  test('counts the name of the subreddit, that of another one says nothing', () => {
    expect(inSubreddit('cats').subreddit).toBeGreaterThan(0.5);
    expect(inSubreddit('catsitters').subreddit).toBe(0);
    expect(offerOdds(inSubreddit('cats'))).toBeGreaterThan(offerOdds(inSubreddit('catsitters')));
  });
});

describe('the subject of a subreddit', () => {
  const phones = compileProfile(
    makeCampaign({
      offering: 'Phones for small business owners.',
      idealCustomer: '',
      painPoints: [],
      rules: [{ text: 'voip provider' }, { text: 'desk phones' }],
      subreddits: ['smallbusiness', 'VOIP'],
    }),
    language,
  );
  const termsOf = (title: string, subreddit: string): number =>
    signsFor(phones, language.reader.read(makeItem({ title, body: '', subreddit }))).terms;

  test('says nothing there about what is asked for, and as much as any other term elsewhere', () => {
    const title = 'Want to learn how to manage a small business';
    expect(termsOf(title, 'smallbusiness')).toBeLessThan(0.1);
    expect(termsOf(title, 'VOIP')).toBeGreaterThan(0.3);
    expect(termsOf('Which VoIP provider do you use?', 'smallbusiness')).toBeGreaterThan(0.5);
  });

  test('counts if it is a word of a rule', () => {
    expect(termsOf('Is VoIP worth it?', 'VOIP')).toBeGreaterThan(0.4);
  });
});

describe('the author of a title', () => {
  const leadOf = (title: string, stated: number, likeness = 2.5): number =>
    shareOf(titleLead(read(title), stated, { signs: signsOf(title), likeness }));

  test('needs the offering only if there is a need and it is for the offering: neither makes up for the other', () => {
    const both = leadOf('Can anyone recommend a cat sitter for two weeks?', 1);
    expect(both).toBeGreaterThan(0.8);
    expect(leadOf('Cat sitters of the year: the winners', 0)).toBeLessThan(0.2);
    expect(leadOf('Can anyone recommend a plumber for two weeks?', 1)).toBeLessThan(both / 2);
  });

  test('needs the offering less likely if the title is unlike its requests', () => {
    const title = 'Can anyone recommend a cat sitter for two weeks?';
    expect(leadOf(title, 1, 0)).toBeLessThan(leadOf(title, 1, 3));
  });
});
