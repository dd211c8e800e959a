import { describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';

const invoicing = makeCampaign({
  offering: 'Invoicing app for the self-employed: quotes, invoices, payment reminders, online payment.',
  idealCustomer: 'Freelancers and small firms.',
  painPoints: ['clients pay late'],
  rules: [{ text: 'invoicing' }, { text: 'invoice' }, { text: 'payment reminder' }],
  subreddits: ['freelance'],
});

function reasonFor(item: Partial<FetchedItem>): string {
  const scorer = createScorer({ campaigns: [invoicing], now: null, assessAll: true });
  return scorer.score(makeItem({ subreddit: 'freelance', body: '', ...item }))[0]?.assessment?.reason ?? '';
}

describe('reason', () => {
  test('says who needs what and within which limits', () => {
    expect(
      reasonFor({
        title: 'Getting paid is the worst part',
        body: "I'm a freelance illustrator. I am looking for an invoicing app that chases late payers, my budget is $15. Thanks!",
      }),
    ).toBe('Looking for: “I am looking for an invoicing app that chases late payers, my budget is $15” · a freelance illustrator');
  });

  test('prefers a sentence that names the need over one that names nothing', () => {
    const body = 'Any suggestions? I need to send invoices in two currencies and Paypal eats six percent. Help me out, thanks!';
    expect(reasonFor({ title: 'Invoices abroad', body })).toContain('I need to send invoices in two currencies');
  });

  test.each([
    ['FreshBooks or Wave for a two person studio', 'Comparing: “FreshBooks or Wave”'],
    ['Invoicing software recs please, tiny budget', 'Looking for: “Invoicing software”'],
  ])('says what a title wants that asks by its form alone: %s', (title, reason) => {
    expect(reasonFor({ title })).toBe(reason);
  });

  test('names the requested thing instead of repeating a title without a body', () => {
    expect(reasonFor({ title: 'Which invoicing app do you recommend?' })).toBe('Looking for: “invoicing app”');
    expect(reasonFor({ title: 'Invoicing app recommendations?' })).not.toContain('Invoicing app recommendations');
  });

  test.each([
    ['Looking for an alternative to FreshBooks for invoicing', 'Looking for: “alternative to FreshBooks for invoicing”'],
    ['Need someone to move my invoicing off Excel before the new year', 'Looking for: “someone to move my invoicing off Excel”'],
    ['Can somebody recommend an invoicing app for two studios?', 'Looking for: “invoicing app”'],
  ])('names the whole of what a title asks for: %s', (title, reason) => {
    expect(reasonFor({ title })).toBe(reason);
  });

  test('begins where the author speaks, and marks what is cut', () => {
    const body =
      'After six years with the same spreadsheet that my cousin wrote in college, and with far too many clients in Berlin, we are looking for invoicing software that sends payment reminders by itself and lets the accountant in without a second license.';
    expect(reasonFor({ title: 'Time for a change', body })).toMatch(/^Looking for: “we are looking for invoicing software .*…”$/);
  });

  test('takes a day for a deadline only after a word that says so', () => {
    const body = (day: string) => `I need an invoicing app, the old one stopped working ${day}.`;
    expect(reasonFor({ title: 'Help', body: `${body('last Friday')} Many thanks in advance` })).not.toMatch(/· .*Friday/);
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app for my studio. It has to run by Friday.' })).toMatch(/· by Friday$/);
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app for my studio. It has to run within a week.' })).toMatch(
      /· within a week$/,
    );
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app for my studio. It is a last minute thing.' })).toMatch(
      /· in a hurry$/,
    );
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app, my client says next week each time.' })).not.toContain('hurry');
  });
});
