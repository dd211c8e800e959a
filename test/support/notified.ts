import { onTestFinished } from 'vitest';
import type { Actor } from '#core/platform/actor.ts';
import type { ConfigInput } from '#core/platform/config.ts';
import type { Core } from '#core/open.ts';
import { type NewChannelInput, newChannelSchema } from '#shared/notify.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from './factories.ts';
import { startReceiver } from './fakes/receiver.ts';
import { makeCore } from './make-core.ts';

type User = Extract<Actor, { kind: 'user' }>;
export const never = new AbortController().signal;

/** A core, a user Ann with a campaign, and a receiver on loopback. All are closed after the test. */
export async function openNotified(config: ConfigInput = {}, options: { onDisk?: boolean; start?: number } = {}) {
  const receiver = await startReceiver();
  const made = await makeCore(
    { security: { allowPrivateHosts: ['127.0.0.1'] }, notify: { telegramUrl: receiver.url, pushoverUrl: receiver.url }, ...config },
    options,
  );
  onTestFinished(async () => {
    await made.close();
    await receiver.close();
  });
  const ann = await makeUser(made.core, 'ann');
  const campaign = await makeCampaign(made.core, ann);
  return { ...made, receiver, ann, campaign };
}

export const addChannel = (core: Core, actor: User, given: NewChannelInput) =>
  core.notifications.channels.create(actor, newChannelSchema.parse(given));

/**
 * Ingests a new lead; resolves after its effects have happened. Items are numbered by database, not by process: texts of other
 * numbers have other scores, and which tests ran before in the same process differs.
 */
export async function ingestLead(core: Core, overrides: Parameters<typeof makeItem>[2] = {}): Promise<void> {
  const latest = await core.db('items').max<{ id: number | null }>('id as id').first();
  await ingestItems(core, [makeItem((latest?.id ?? 0) + 1, core.now(), overrides)]);
  await core.notifications.settled();
}

/** Advances the clock to each time when a retry may be due. */
export async function waitAndSend(
  core: Core,
  clock: { now: number },
  pauses: readonly number[] = [100_000, 600_000, 3_600_000, 14_400_000],
) {
  for (const pause of pauses) {
    clock.now += pause;
    await core.notifications.sendDue(never);
  }
}
