import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { analyticsQuery } from '#shared/analytics.ts';
import { newReportSchema, reportSchema } from '#shared/reports.ts';
import { systemActor } from '#core/platform/actor.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
const day = 86_400_000;
const home = '192.0.2.1';
const november = { from: '2026-11-01', to: '2026-11-30' };

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
});
afterEach(() => made.close());

const reports = () => made.core.insights.reports;
async function share(input: Record<string, unknown> = {}): Promise<{ id: string; secret: string }> {
  const { id, path } = await reports().create(ann, newReportSchema.parse({ ...november, ...input }));
  return { id, secret: path.replace('/report/', '') };
}
const read = (secret: string) => reports().read(secret, home);
const items = (count: number, first = 1) => Array.from({ length: count }, (_, at) => makeItem(first + at, made.clock.now));
const over = { code: 'not_found', message: 'This report has expired or was revoked. Ask whoever sent you the link for a new one.' };

describe('a report', () => {
  test('has the figures of Analytics for the same days and campaign', async () => {
    const campaign = await makeCampaign(made.core, ann);
    await makeCampaign(made.core, ann, { name: 'Second', rules: [{ text: 'freelancer' }] });
    await ingestItems(made.core, items(4));
    made.clock.now += 8 * day;
    await ingestItems(made.core, items(3, 5));
    const leads = await made.core
      .db('leads')
      .where({ campaign_id: Number(campaign.id) })
      .pluck<number[]>('id');
    await made.core.inbox.leads.update(ann, String(leads[0]), { stage: 'contacted' });
    await made.core.inbox.leads.update(ann, String(leads[1]), { stage: 'replied' });
    for (const campaignId of [undefined, campaign.id]) {
      const { secret } = await share({ campaignId });
      const report = await read(secret);
      const analytics = await made.core.insights.analytics.get(ann, analyticsQuery.parse({ ...november, campaignId }));
      const { leads: found, contacted, replied } = analytics.funnel;
      expect(report).toMatchObject({ leads: found, contacted, replied, answeredMinutes: analytics.headline.answeredMinutes });
      expect(report).toMatchObject({ leads: 7, contacted: 2, replied: 1 });
      expect(report.weeks.map(({ leads: count }) => count)).toEqual([0, 0, 0, 4, 3, 0]);
      expect(report.weeks.reduce((sum, { answered }) => sum + answered, 0)).toBe(2);
    }
  });

  test('names the ten best leads with their reasons, and nothing that is private', async () => {
    await makeCampaign(made.core, ann);
    await ingestItems(made.core, items(12));
    const [lead] = await made.core.db('leads').select('id').limit(1);
    await made.core.inbox.leads.update(ann, String(lead?.id), { notes: 'secret note', tags: ['secret tag'], value: 4711 });
    const report = await read((await share()).secret);
    expect([report.leads, report.best.length]).toEqual([12, 10]);
    expect(report.best[0]).toEqual({
      author: expect.stringMatching(/^u\/author_/),
      community: 'r/freelance',
      kind: 'post',
      title: expect.stringContaining('Looking for invoicing software'),
      excerpt: expect.stringMatching(/^I am a freelancer/),
      reason: expect.stringMatching(/./),
      permalink: expect.stringMatching(/^https:/),
      postedAt: expect.any(String),
    });
    expect(JSON.stringify(report)).not.toMatch(/secret|4711|confidence|score/i);
    expect(reportSchema.parse(report)).toEqual(report);
  });

  test('of one campaign has nothing of the others', async () => {
    const own = await makeCampaign(made.core, ann, { rules: [{ text: '"pay late"' }] });
    await makeCampaign(made.core, ann, { name: 'Other client' });
    await ingestItems(made.core, items(2));
    const text = JSON.stringify(await read((await share({ campaignId: own.id })).secret));
    expect(text).toContain('"campaign":"Invoicing"');
    expect(text).toContain('"best":[]');
    expect(text).not.toMatch(/Other client|author_/);
  });

  test('drops a conversation once it is deleted', async () => {
    await makeCampaign(made.core, ann);
    await ingestItems(made.core, items(2));
    const { secret } = await share();
    expect((await read(secret)).best).toHaveLength(2);
    await ingestItems(made.core, [{ ...makeItem(1, made.clock.now), gone: 'deleted' }]);
    const report = await read(secret);
    expect(report.leads).toBe(1);
    expect(report.best.map(({ author }) => author)).toEqual(['u/author_2']);
  });

  test('shows the share of voice among the chosen competitors only', async () => {
    await makeCampaign(made.core, ann);
    const add = async (name: string, own = false) => (await made.core.insights.competitors.create(ann, competitor(name, own))).id;
    const chosen = [await add('Paperboat', true), await add('Billbird')];
    await add('Teapotter');
    await ingestItems(
      made.core,
      ['Paperboat', 'Billbird', 'Billbird', 'Billbird', 'Teapotter'].map((name, at) =>
        makeItem(at + 1, made.clock.now, { title: `Is ${name} any good for invoices?`, body: `I saw ${name} number ${at}.` }),
      ),
    );
    made.core.bus.emit('items:fetched', { scope: '' });
    await made.core.insights.competitors.settled();
    expect((await read((await share()).secret)).voice).toEqual([]);
    expect((await read((await share({ competitorIds: chosen })).secret)).voice).toEqual([
      { name: 'Billbird', own: false, mentions: 3, share: 0.75 },
      { name: 'Paperboat', own: true, mentions: 1, share: 0.25 },
    ]);
  });

  test('shows name and color of its account, also after they change', async () => {
    const { secret } = await share();
    expect((await read(secret)).brand).toEqual({ name: '', accent: 'Teal', logo: null });
    await reports().setBrand(ann, { name: 'North Agency', accent: 'Blue', logo: pictureUrl });
    await reports().setBrand(ann, { name: 'North', accent: 'Red', logo: pictureUrl });
    expect((await read(secret)).brand).toEqual({ name: 'North', accent: 'Red', logo: pictureUrl });
    await reports().setBrand(ann, { name: 'North', accent: 'Red', logo: null });
    expect((await read(secret)).brand.logo).toBeNull();
  });

  test.each([
    ['an SVG, which can have scripts', `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')}`],
    ['HTML that says it is a PNG', `data:image/png;base64,${btoa(`<html>${' '.repeat(60)}</html>`)}`],
    ['a link to a server that would see who reads', 'https://tracker.example/logo.png'],
    ['a PNG of 40 million pixels', `data:image/png;base64,${pictureOf(8000, 5000).toString('base64')}`],
  ])('refuses as a logo %s', async (_, logo) => {
    await expect(reports().setBrand(ann, { name: 'North', accent: 'Red', logo })).rejects.toMatchObject({ code: 'invalid' });
  });
});

/** The beginning of a PNG, which says its size. */
function pictureOf(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, Buffer.alloc(20)]);
}
const pictureUrl = `data:image/png;base64,${pictureOf(300, 80).toString('base64')}`;

const competitor = (name: string, own: boolean) => ({ name, own, aliases: [], keywords: [], website: '', notes: '' });

describe('a link', () => {
  test.each<[string, (id: string) => unknown]>([
    ['it expired', () => (made.clock.now += 7 * day)],
    ['it was revoked', (id) => reports().revoke(ann, id)],
    ['its account was disabled', () => made.core.accounts.users.setDisabled(systemActor, 'ann@example.test', true)],
  ])('ends when %s, and says the same as an unknown one', async (_, end) => {
    await makeUser(made.core, 'root', 'admin');
    const { id, secret } = await share({ expiresInDays: 7 });
    await read(secret);
    await end(id);
    await expect(read(secret)).rejects.toMatchObject(over);
    await expect(read('x'.repeat(43))).rejects.toMatchObject(over);
  });

  test('is listed with when it was opened, and stored as a hash', async () => {
    const { id, secret } = await share();
    expect((await reports().list(ann)).items).toMatchObject([{ id, campaign: null, ...november, lastOpenedAt: null }]);
    await read(secret);
    expect((await reports().list(ann)).items).toMatchObject([{ lastOpenedAt: new Date(made.clock.now).toISOString() }]);
    expect(JSON.stringify(await made.core.db('shared_reports').select('*'))).not.toContain(secret);
  });

  test("can't be guessed from one address for long, while open ones don't count", async () => {
    const { secret } = await share();
    for (let at = 0; at < 40; at += 1) await read(secret);
    const guesses = Array.from({ length: 40 }, (_, at) => `guess-${at}`);
    const codes: unknown[] = [];
    for (const guess of guesses) await read(guess).catch((error: { code: unknown }) => codes.push(error.code));
    expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'not_found'));
    expect(codes.at(-1)).toBe('too_many');
    await expect(reports().read(secret, '198.51.100.7')).resolves.toMatchObject({ leads: 0 });
  });

  test("is nobody else's to make or revoke", async () => {
    const ben = await makeUser(made.core, 'ben');
    const campaign = await makeCampaign(made.core, ann);
    const input = newReportSchema.parse({ ...november, campaignId: campaign.id });
    await expect(reports().create(ben, input)).rejects.toMatchObject({ code: 'not_found' });
    const { id, secret } = await share();
    await expect(reports().revoke(ben, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await reports().list(ben)).items).toEqual([]);
    await read(secret);
  });

  test('is one of fifty at most, of which ended ones are no part', async () => {
    for (let at = 0; at < 50; at += 1) await share({ expiresInDays: 7 });
    await expect(share()).rejects.toMatchObject({ code: 'conflict' });
    made.clock.now += 7 * day;
    await share();
    expect(await made.core.db('shared_reports').count({ n: '*' })).toEqual([{ n: 1 }]);
  });
});

test.each([
  { from: '2026-11-02', to: '2026-11-01' },
  { from: '2025-11-01', to: '2026-11-30' },
])('refuses $from to $to', (days) => expect(newReportSchema.safeParse(days).success).toBe(false));
