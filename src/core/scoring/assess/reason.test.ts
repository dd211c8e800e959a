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

  test('says that a title asks instead of repeating it, and adds what it does not say', () => {
    expect(reasonFor({ title: 'Which invoicing app do you recommend?' })).toBe('Asks in the title');
    expect(reasonFor({ title: 'Looking for an alternative to FreshBooks for invoicing' })).toBe('Asks in the title · leaving FreshBooks');
    expect(reasonFor({ title: 'Which invoicing app do you recommend?', body: 'Payments come late without reminders.' })).toMatch(
      /^Asks in the title .*fits “payment reminders”$/,
    );
  });

  test('begins with the word that asks, even where such a word usually leads in', () => {
    const body =
      'Same place, six months on, and regretting the spreadsheet. Which of these does retainers and reminds clients of their invoices?';
    expect(reasonFor({ title: 'Invoicing for a consultant', body })).toContain('“Which of these does retainers');
  });

  test('begins where the author speaks, and marks what is cut', () => {
    const body =
      'After six years with the same spreadsheet that my cousin wrote in college, and with far too many clients in Berlin, we are looking for invoicing software that sends payment reminders by itself and lets the accountant in, without a second license that costs as much as the first one did when we bought it back then, in the year in which all of this began.';
    expect(reasonFor({ title: 'Time for a change', body })).toBe(
      'Looking for: “we are looking for invoicing software that sends payment reminders by itself and lets the accountant in…”',
    );
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
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app for my studio. It has to run by the end of the month.' })).toMatch(
      / · by the end of the month$/,
    );
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app for my studio. It has to run within the next two weeks!' })).toMatch(
      / · within the next two weeks$/,
    );
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app, my client says next week each time.' })).not.toContain('hurry');
  });

  test.each([
    ['I need an invoicing app. We are 30,000 people in our company.', '30,000 people'],
    ['I need an invoicing app. We are 1,200,000 users by now.', '1,200,000 users'],
    ['I need an invoicing app. We are 12 people.', '12 people'],
  ])('quotes numbers whole: %s', (body, size) => {
    expect(reasonFor({ title: 'Help', body })).toMatch(new RegExp(` · ${size}(?: ·|$)`));
  });

  test.each([
    ['We are moving to South Korea. I am looking for an invoicing app for my studio.', null],
    ['We are leaving Texas. I am looking for an invoicing app for my studio.', null],
    ['We are replacing Hi-Fi Books. I am looking for an invoicing app for my studio.', 'leaving Hi-Fi Books'],
    ['We are moving away from Sage Business. I am looking for an invoicing app for my studio.', 'leaving Sage Business'],
    ['Any alternative to FreshBooks? I am looking for an invoicing app for my studio.', 'leaving FreshBooks'],
  ])('says what is left, not where somebody goes: %s', (body, left) => {
    expect(/leaving .*$/.exec(reasonFor({ title: 'Help', body }))?.[0] ?? null).toBe(left);
  });

  test('takes no pension for a budget', () => {
    expect(reasonFor({ title: 'Help', body: 'I need an invoicing app. I can spend my 401k on it.' })).not.toContain('budget');
  });

  test('takes "immediately after" for a part of the story, not for a hurry', () => {
    expect(
      reasonFor({ title: 'Help', body: 'Immediately after that we lost a client. I need an invoicing app for my studio.' }),
    ).not.toContain('hurry');
  });

  test.each([
    ['I got it last year. How do I get an invoicing app to send quotes twice?', '“How do I get an invoicing app to send quotes twice?”'],
    [
      'Can I use an invoicing app (FreshBooks, Wave, or whatever) for quotes and reminders, or are there others I should look at for that?',
      '“Can I use an invoicing app (FreshBooks, Wave, or whatever) for quotes and reminders, or are there others I should look at for that?”',
    ],
  ])('quotes whole clauses: %s', (body, quoted) => {
    expect(reasonFor({ title: 'Help', body })).toContain(quoted);
  });

  test('names the thread that a comment joins as such', () => {
    const item = {
      kind: 'comment' as const,
      title: 'Which invoicing app chases late payers?',
      body: 'Following because I need the same thing.',
    };
    expect(reasonFor(item)).toBe(
      'Has the same need: “Following because I need the same thing” · in the thread “Which invoicing app chases late payers?”',
    );
  });

  test('names the part of the offering that the text is about, unless the quote does', () => {
    const ask = 'I am looking for software that my studio can use for invoicing.';
    expect(reasonFor({ title: 'Help', body: `${ask} It comes with a payment plan and reminders.` })).toMatch(
      / · fits “payment reminders”$/,
    );
    expect(reasonFor({ title: 'Help', body: 'I am looking for software with payment reminders.' })).not.toContain('fits');
    expect(reasonFor({ title: 'Help', body: `${ask} Freelancers and small firms pay 12 a month.` })).not.toContain('fits');
  });

  test('gives whole sentences as evidence, also with numbers and parentheses in them', () => {
    const body =
      'My accountant convinced me to run my small business (of which I am the only employee) as a corporation, so I need an invoicing app for $30,000 in yearly sales, and I am really not sure which of them sends reminders without asking me first.';
    const [scored] = createScorer({ campaigns: [invoicing], now: null, assessAll: true }).score(
      makeItem({ subreddit: 'freelance', title: 'Help', body }),
    );
    expect(scored?.assessment?.evidence.map(({ text }) => `${text}.`)).toContain(body);
  });
});
