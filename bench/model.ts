// Model calls for 10,000 real posts fetched by nine campaigns, through the whole product with a fake Ollama: the exact stop at a
// daily limit, the remainder the next day, and a second run.
import { readFileSync } from 'node:fs';
import { makeCore } from '#test/support/make-core.ts';
import { makeUser } from '#test/support/factories.ts';
import { responders } from '#test/ai/support/responders.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { transact } from '#core/platform/db/connect.ts';
import { campaignInputSchema } from '#shared/campaigns.ts';
import { evaluation } from './fit/rated.ts';
import { parseCampaign } from './fit/campaign.ts';
import { publicPosts, readPosts } from './fit/posts.ts';
import type { Figure } from './generated-data.ts';

const posts = 10_000;
const fewCalls = 60;
const dayMs = 86_400_000;

async function openBench(callsPerDay: number) {
  const fake = await startFakeOllama({ respond: responders.sensible });
  const limits = { callsPerDay, tokensPerDay: 1e9, tokensPerUserDay: 1e9 };
  const { core, clock, close } = await makeCore({
    ai: { provider: 'ollama' as const, ollama: { host: fake.host, model: 'llama3.1' }, limits },
  });
  const ann = await makeUser(core, 'ann');
  const campaigns = (JSON.parse(readFileSync(new URL('campaigns.json', evaluation), 'utf8')) as unknown[]).map(parseCampaign);
  for (const [index, { rules, offering, idealCustomer, painPoints }] of campaigns.entries()) {
    const said = { offering, idealCustomer, painPoints: [...painPoints], rules: rules.map(({ text }) => ({ text })) };
    await core.inbox.campaigns.create(ann, campaignInputSchema.parse({ name: `Campaign ${index}`, searchEverywhere: true, ...said }));
  }
  // The recorded posts are years old, and old posts don't become leads.
  const recorded = readPosts(publicPosts).slice(0, posts);
  const items = recorded.map((item) => Object.assign(item, { createdAt: clock.now - 60_000 }));
  for (let from = 0; from < items.length; from += 500) {
    await transact(core.db, (trx) =>
      core.inbox.items.store(trx, { scope: '', source: 'api', items: items.slice(from, from + 500), now: clock.now }),
    );
  }
  const scoringPass = async (): Promise<void> => {
    core.discovery.pipeline.scoreSoon();
    await core.discovery.pipeline.settled();
    for (let left = -1, before = -2; left !== before && left !== 0;) {
      before = left;
      await core.discovery.rescoring.run(new AbortController().signal);
      left = await core.discovery.rescoring.countWaiting(null);
    }
    await core.discovery.rescoring.settled();
  };
  return {
    core,
    clock,
    scoringPass,
    calls: () => fake.requests.length,
    async close() {
      await close();
      await fake.close();
    },
  };
}

const figure = (name: string, ours: string, target: string): Figure => ({
  figure: `model, ${name}`,
  ours,
  yardstick: '',
  ratio: '',
  target,
});

async function withoutCeiling(): Promise<Figure[]> {
  const { core, scoringPass, calls, close } = await openBench(1_000_000);
  await scoringPass();
  const first = calls();
  const kept = (await core.db('posts').count<{ n: number }>({ n: '*' }).first())?.n ?? 0;
  await core.db('campaigns').update({ scored_seq: 0 });
  await scoringPass();
  const again = calls() - first;
  await close();
  return [
    figure(
      `calls for ${posts} posts fetched by nine campaigns (${kept} kept)`,
      `${first}, ${(first / posts).toFixed(4)} a post`,
      '≤ 0.2 a post',
    ),
    figure('calls when everything is scored again', String(again), '0'),
  ];
}

async function withCeiling(): Promise<Figure[]> {
  const { core, clock, scoringPass, calls, close } = await openBench(fewCalls);
  await scoringPass();
  const first = calls();
  const waiting = await core.discovery.rescoring.countWaiting(null);
  let days = 1;
  for (let left = waiting; left > 0 && days < 60; left = await core.discovery.rescoring.countWaiting(null)) {
    clock.now += dayMs;
    days += 1;
    await scoringPass();
  }
  await close();
  return [figure(`calls on a day of at most ${fewCalls}`, `${first}, ${waiting} posts wait, none after ${days} days`, String(fewCalls))];
}

export async function run(): Promise<Figure[]> {
  return [...(await withoutCeiling()), ...(await withCeiling())];
}

if (import.meta.main) console.table(await run());
