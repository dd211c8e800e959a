import { usualLeadThreshold } from '#shared/scoring.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { FetchedItem } from '#core/platform/item.ts';
import type { ScoringCampaign } from '../profile.ts';
import { createCandidateReader } from '../reader/read-candidates.ts';
import { createLazyReader } from '../reader/reader.ts';
import { createScorer } from '../scorer.ts';
import { makeCampaign, makeItem } from '../scoring.fixtures.ts';

const passwords = makeCampaign({
  offering: 'Shared password vaults with single sign-on for companies.',
  idealCustomer: 'Small and medium companies.',
  painPoints: [],
  rules: [{ text: 'password manager' }, { text: 'shared passwords' }, { text: 'lastpass' }, { text: 'vault' }],
  subreddits: ['PasswordManagers'],
});
const desks = makeCampaign({
  offering: 'Standing desks and desk frames from 300 to 900 dollars, delivered in a week.',
  idealCustomer: '',
  painPoints: [],
  rules: [{ text: 'standing desk' }, { text: 'sit stand desk' }, { text: 'desk frame' }],
  subreddits: ['StandingDesk'],
});
const emptyAsk = 'Any recommendations would be appreciated. Thanks!';

const pairReader = createLazyReader();
afterAll(pairReader.close);
const reader = createCandidateReader(pairReader.read);

/** As the app scores it, with the model that reads. */
async function scoreOf(campaign: ScoringCampaign, made: Partial<FetchedItem>): Promise<number> {
  const scorer = createScorer({ campaigns: [campaign], now: null, assessAll: true });
  const item = makeItem({ subreddit: campaign.subreddits[0] ?? 'dogs', body: '', ...made });
  const [[result] = []] = await reader.read([{ item, results: scorer.score(item) }], scorer);
  expect(reader.fault()).toBeNull();
  return result?.score ?? 0;
}

describe('a title without a body', () => {
  test.each([
    { campaign: desks, title: 'Best sit stand desk for someone 6 foot 5?' },
    { campaign: desks, title: 'What standing desk should I get for two monitors?' },
    { campaign: desks, title: 'Standing desk that does not wobble' },
    { campaign: desks, title: 'What do you pay for a desk frame?' },
    { campaign: desks, title: 'Standing desk vs desk frame for a tall person' },
    { campaign: desks, title: 'What would a standing desk for two monitors cost?' },
    { campaign: desks, title: 'Standing desk needed by the first of May' },
    { campaign: desks, title: 'Uplift, Fully, or a plain desk frame?' },
    { campaign: desks, title: 'Cheapest way to have a standing desk for a year?' },
    { campaign: desks, title: 'Trying a standing desk at 60 without spending thousands, how?' },
    { campaign: desks, title: 'How do you find out which desk frame holds four monitors?' },
    { campaign: desks, title: 'Is the Uplift standing desk a waste of money?' },
    { campaign: desks, title: 'Is 900 normal for a standing desk in Europe?' },
    { campaign: desks, title: 'Standing desk for someone who hates assembling furniture?' },
    { campaign: desks, title: 'Standing desk came off its legs again' },
    { campaign: desks, title: 'Standing desk recommendations, small flat, tiny budget' },
    { campaign: desks, title: 'Uplift or a plain desk frame for two monitors' },
    { campaign: desks, title: 'who do you use for standing desks in Leeds' },
    { campaign: desks, title: 'what does a decent sit stand desk cost these days' },
    { campaign: desks, title: 'How much is reasonable for a standing desk?' },
    { campaign: desks, title: 'Quoted 900 for a standing desk, is that insane?' },
    { campaign: desks, title: 'Looking for someone to review my standing desk before I buy it' },
    { campaign: passwords, title: 'Our password manager is too expensive, what else is there?' },
    { campaign: passwords, title: 'Looking for an alternative to LastPass for our team' },
    { campaign: passwords, title: 'How do we share passwords safely with freelancers?' },
    { campaign: passwords, title: 'Our shared passwords leaked again, what now?' },
    { campaign: passwords, title: "What do you keep your team's shared passwords in?" },
  ])('is a lead if it asks for what is offered: $title', async ({ campaign, title }) => {
    expect(await scoreOf(campaign, { title })).toBeGreaterThanOrEqual(usualLeadThreshold);
  });

  test.each([
    { campaign: desks, title: 'Uplift recalls 20,000 standing desks' },
    { campaign: desks, title: 'I built a standing desk frame from scrap wood' },
    { campaign: desks, title: 'Best coffee machine for a small office?' },
    { campaign: passwords, title: 'LastPass hit by another breach' },
    { campaign: passwords, title: 'My boss keeps our shared passwords on a sticky note. Send help.' },
    { campaign: passwords, title: 'Passwords and passkeys: which one is worse?' },
    { campaign: desks, title: 'Which dog bed is easy to wash?' },
    { campaign: desks, title: 'Has anyone had back pain from a standing desk?' },
    { campaign: desks, title: 'My standing desk arrived early, should I write to them?' },
    { campaign: desks, title: 'I built a standing desk for 90 dollars, here is how' },
    { campaign: desks, title: 'What do you call your standing desk when it keeps stopping?' },
    { campaign: desks, title: 'Lost our dog by the river, who can help?' },
    { campaign: desks, title: 'Anyone in Portland who wants to meet at the park?' },
    { campaign: passwords, title: 'Best restaurant near the office?' },
    { campaign: desks, title: 'Desk makers, how do you keep your desk frames from rusting?' },
    { campaign: desks, title: 'Unpopular opinion: nobody uses their standing desk' },
    { campaign: desks, title: 'Anyone else regret their standing desk?' },
    { campaign: desks, title: "What's your standing desk height?" },
    { campaign: passwords, title: 'Toilet clogged and the faucet drips, who can help?' },
  ])('is no lead if it asks for nothing that is offered: $title', async ({ campaign, title }) => {
    expect(await scoreOf(campaign, { title })).toBeLessThan(usualLeadThreshold);
  });
});

describe('a title that tells of trouble or asks for a price', () => {
  test.each([
    'Lost my screws again and every desk I own wobbles',
    'Shop wants 900 for a sit stand desk, is that normal?',
    'How do I find a standing desk for a tall person?',
    'Recommend sturdy desk frames for three screens',
    'Replacing my old desk, what is everyone buying?',
  ])('is a lead in a subreddit about the offering: %s', async (title) => {
    expect(await scoreOf(desks, { title })).toBeGreaterThanOrEqual(usualLeadThreshold);
  });

  test.each(['Company keeps its promise and lets us stay home', 'Does anyone know why desks are brown?', 'My desk is ugly'])(
    'is no lead if nothing is wanted: %s',
    async (title) => {
      expect(await scoreOf(desks, { title })).toBeLessThan(usualLeadThreshold);
    },
  );
});

test('a title with a long link below it is as brief as without, before it is read', () => {
  const scorer = createScorer({ campaigns: [desks], now: null, assessAll: true });
  const cheap = (body: string): number =>
    scorer.score(makeItem({ subreddit: 'StandingDesk', title: 'Can someone recommend a standing desk like this?', body }))[0]?.score ?? 0;
  const link =
    'https://www.example.com/a/very/long/path/to/a/picture/of-a-desk-that-nobody-can-buy-any-more/view?size=large&color=oak&from=share';
  expect(cheap(link)).toBeGreaterThanOrEqual(cheap('') - 3);
});

describe('a title that links to another site', () => {
  test.each([
    'The easy way to choose a standing desk',
    'Standing desks: which one is right for you?',
    'Need a standing desk? Read this first',
  ])('is a headline: %s', async (title) => {
    expect(await scoreOf(desks, { title, url: 'https://blog.example.com/desks/' })).toBeLessThan(70);
  });

  test('is a lead if its author asks, and a picture on Reddit makes no difference', async () => {
    const title = 'Can anyone recommend a standing desk like this?';
    for (const url of ['https://i.redd.it/desk.jpg', 'https://shop.example.com/desk', null])
      expect(await scoreOf(desks, { title, url })).toBeGreaterThanOrEqual(70);
  });
});

describe('an ask that names nothing', () => {
  test.each(['LastPass hit by another breach', '123456 is still the most used password of the year'])(
    'makes no lead of news: %s',
    async (title) => {
      expect(await scoreOf(passwords, { title, body: emptyAsk })).toBeLessThan(70);
    },
  );

  test('leaves a title that asks a lead', async () => {
    expect(await scoreOf(passwords, { title: 'Password manager for a team of ten?', body: emptyAsk })).toBeGreaterThanOrEqual(70);
  });
});

const invoices = makeCampaign({
  offering: 'Invoicing software for freelancers: quotes, recurring invoices, automatic reminders for late payers.',
  idealCustomer: 'Freelancers and small studios.',
  painPoints: ['clients pay late'],
  rules: [{ text: 'invoice' }, { text: 'late payment' }, { text: 'billing software' }, { text: 'freshbooks' }],
  subreddits: ['freelance'],
});
const thread = 'Five clients in, my billing system is a notes app. Which invoicing software do you recommend?';
const replyScore = (body: string, title = thread): Promise<number> => scoreOf(invoices, { kind: 'comment', title, body });

describe('a comment below an ask for what is offered', () => {
  test.each([
    'Which office are you at? My landlord is useless and I’m sick of him.',
    'What camera do you shoot with?',
    'How long have you been freelancing? You sound calm about it.',
    'Which font is that?',
  ])('is small talk if it asks about the other person: %s', async (body) => {
    expect(await replyScore(body)).toBeLessThan(70);
  });

  test.each([
    'Same question from me. What did you end up with?',
    'I’m so tired of late payments. What do you use now?',
    'OK so what is everyone switching to? There are three of us.',
    'Is there a tool that tells you when they open the invoice? I’d pay for that tomorrow.',
  ])('is a lead if it asks for what helped: %s', async (body) => {
    expect(await replyScore(body)).toBeGreaterThanOrEqual(70);
  });

  test('asks nothing if it only repeats a name from the title', async () => {
    expect(await replyScore('Freshbooks? More like Fleshbooks.', 'Freshbooks raised its prices again')).toBeLessThan(70);
  });

  test('is a lead if its author names their own trade beside the need, but not if they promote it', async () => {
    const need = 'I make furniture, and the last three invoices I sent had the wrong total. I just don’t know how people get this right.';
    expect(await replyScore(need)).toBeGreaterThanOrEqual(70);
    expect(await replyScore('I make invoicing software for furniture makers. DM me for a free trial.')).toBeLessThan(70);
  });

  test('may want reminders that are sent automatically, unlike the notice of a bot', async () => {
    const reminders = 'Following this, same boat. If anyone has one that sends automatic reminders, name it and I’ll sign up tonight.';
    expect(await replyScore(reminders)).toBeGreaterThanOrEqual(70);
    expect(await replyScore('I am a bot, and this action was performed automatically.')).toBeLessThan(25);
  });
});

describe('a short post in another language', () => {
  const bikes = makeCampaign({
    offering: 'Vélos électriques et vélos cargo, neufs et reconditionnés.',
    idealCustomer: '',
    painPoints: [],
    rules: [{ text: 'vélo électrique' }, { text: 'vélo cargo' }],
    subreddits: ['velo'],
    languages: ['fr'],
  });

  test.each([
    'Quel vélo électrique pour 15 km par jour ?',
    'Où acheter un vélo cargo fiable en ligne ?',
    'Je cherche un vélo électrique léger',
  ])('is a lead if it asks for what is offered: %s', async (title) => {
    expect(await scoreOf(bikes, { title })).toBeGreaterThanOrEqual(usualLeadThreshold);
  });

  test.each([
    'Que pensez-vous des vélos électriques ?',
    'Les vélos électriques, pour ou contre sur les pistes ?',
    "J'ai enfin reçu mon vélo cargo",
  ])('is no lead if it asks for opinions, or for nothing: %s', async (title) => {
    expect(await scoreOf(bikes, { title })).toBeLessThan(usualLeadThreshold);
  });
});
