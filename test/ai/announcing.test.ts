import { expect, onTestFinished, test } from 'vitest';
import { addChannel, never, openNotified } from '#test/support/notified.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { ingestItems, makeItem } from '#test/support/factories.ts';
import { itemsIn, responders, sensibleAnswer } from './support/responders.ts';
import type { Responder } from './support/model-server.ts';

const minute = 60_000;
const lead = { intent: 'buying', fit: 'exact', urgency: 'now', role: 'customer' };
const rejected = { intent: 'none', fit: 'none', urgency: 'none', role: 'other', quotes: [] };
/** Rejects every post that mentions an odd number. */
const rejectOdd: Responder = (asked) =>
  JSON.stringify({
    items: itemsIn(asked).map((item) =>
      Object.assign(sensibleAnswer(item), Number(/invoice (\d+)/.exec(item.text)?.[1]) % 2 === 1 ? rejected : lead),
    ),
  });

async function ready(respond: Responder) {
  const fake = await startFakeOllama({ respond });
  onTestFinished(fake.close);
  const limits = { timeoutMs: 5000, tokensPerDay: 100_000_000, tokensPerUserDay: 100_000_000 };
  const made = await openNotified({ ai: { provider: 'ollama', ollama: { host: fake.host, model: 'qwen3:4b-instruct' }, limits } });
  const { core, clock, ann, receiver } = made;
  await addChannel(core, ann, { kind: 'webhook', name: 'Hook', target: { url: receiver.url } });
  const socket: { redditUsername: string; unconfirmed?: boolean }[] = [];
  core.bus.on('push', ({ event, payload }) => {
    if (event === 'new-lead') socket.push((payload as { lead: (typeof socket)[number] }).lead);
  });
  const ingest = async (count: number) => {
    const items = Array.from({ length: count }, (_, index) =>
      makeItem(index + 1, clock.now, { title: `Looking for invoicing software, invoice ${index + 1} is late` }),
    );
    await ingestItems(core, items);
    await core.notifications.settled();
  };
  const bell = async () => (await core.notifications.inbox.list(ann, { limit: 100 })).items;
  const sent = () => receiver.calls.flatMap(({ json }) => (json as { notifications: { author: string; text: string }[] }).notifications);
  return { ...made, fake, socket, ingest, bell, sent };
}

test('announces no lead that the model rejects, by socket, bell, or channel', async () => {
  const { core, ingest, socket, bell, sent } = await ready(rejectOdd);
  await ingest(20);
  await core.discovery.rescoring.settled();
  await core.notifications.settled();
  const confirmed = Array.from({ length: 10 }, (_, index) => `author_${2 * index + 2}`).sort();
  expect(socket.map(({ redditUsername }) => redditUsername).sort()).toEqual(confirmed);
  expect(await bell()).toHaveLength(10);
  expect((await bell()).map(({ title }) => Number(/invoice (\d+)/.exec(title)?.[1]) % 2)).toEqual(Array.from({ length: 10 }, () => 0));
  expect(
    sent()
      .map(({ author }) => author)
      .sort(),
  ).toEqual(confirmed);
  expect(socket.some(({ unconfirmed }) => unconfirmed)).toBe(false);
  await core.notifications.sendDue(never);
  expect(await bell()).toHaveLength(10);
});

test('waits ten minutes for a slow model, then announces a lead as unconfirmed', async () => {
  const { core, clock, fake, ingest, socket, bell, sent } = await ready(responders.sensible);
  fake.fail({ kind: 'late', ms: 3000 });
  await ingest(1);
  await core.notifications.sendDue(never);
  expect([socket, await bell(), sent()]).toEqual([[], [], []]);
  clock.now += 10 * minute + 1;
  await core.notifications.sendDue(never);
  expect(socket).toMatchObject([{ redditUsername: 'author_1', unconfirmed: true }]);
  expect(await bell()).toMatchObject([{ text: expect.stringMatching(/^Not yet confirmed by the AI model\. ./) }]);
  expect(sent()).toMatchObject([{ text: expect.stringMatching(/^Not yet confirmed by the AI model\. ./) }]);
  await core.discovery.rescoring.settled();
  await core.notifications.settled();
  expect(await bell()).toHaveLength(1);
});

test("announces a lead as unconfirmed immediately while the model isn't responding", async () => {
  const { core, clock, fake, ingest, socket } = await ready(responders.sensible);
  fake.die();
  for (let round = 0; core.ai.models.state().state === 'ok' && round < 10; round += 1) {
    await ingest(round + 1);
    await core.discovery.rescoring.settled();
    await core.discovery.rescoring.run(never);
    clock.now += minute;
  }
  expect(core.ai.models.state().state).toBe('down');
  await core.notifications.sendDue(never);
  expect(socket[0]).toMatchObject({ redditUsername: 'author_1', unconfirmed: true });
});

test('announces a lead immediately if no model is configured, without mentioning a model', async () => {
  const { core, clock, ann } = await openNotified();
  const events: unknown[] = [];
  core.bus.on('push', ({ event, payload }) => void (event === 'new-lead' && events.push(payload)));
  await ingestItems(core, [makeItem(1, clock.now)]);
  await core.notifications.sendDue(never);
  expect((await core.notifications.inbox.list(ann, { limit: 5 })).items).toMatchObject([{ text: expect.not.stringContaining('model') }]);
});
