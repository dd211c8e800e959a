import type { MergeStep } from '#core/accounts/user-data.ts';
import type { AiRoom } from '#core/ai/open.ts';
import type { CoreContext } from '#core/context.ts';
import type { InboxRoom } from '#core/inbox/open.ts';
import { createMailDelivery } from '#core/platform/email/delivery.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { createRunner } from '#core/platform/runner.ts';
import type { Secrets } from '#core/platform/secrets.ts';
import { giveChannel, listOwnTargets, nameMaker } from './channel-queries.ts';
import { sealContextOf } from './channel.ts';
import type { ReportLinks } from './mail-links.ts';
import { vapidOf } from './push.ts';
import { createNotify } from './service.ts';

/** Two accounts of one person: channels of the one become the other's, but those of programs, which end with their tokens. */
export const createChannelMerge =
  (secrets: Secrets): MergeStep =>
  async (trx, { from, to }) => {
    await nameMaker(trx, { from, to });
    for (const { id, target_sealed } of await listOwnTargets(trx, from))
      await giveChannel(trx, id, {
        user_id: to,
        target_sealed: secrets.seal(secrets.unseal(target_sealed, sealContextOf(from)), sealContextOf(to)),
      });
  };

/**
 * The inbox of notifications and the channels they are sent over. Addresses given by users are only called through the guarded
 * client.
 */
export function openNotifications(
  context: CoreContext,
  { ai, inbox: { posts }, reports }: { ai: AiRoom; inbox: InboxRoom; reports: ReportLinks },
) {
  const { config, log } = context;
  const allowPrivateHosts = () => [...config.security.allowPrivateHosts, ...config.notify.allowPrivateHosts];
  const client = createGuardedClient({
    get allowPrivateHosts() {
      return allowPrivateHosts();
    },
    maxBytes: 256 * 1024,
  });
  const mail = createMailDelivery(
    () => config.smtp,
    () => context.guardOf('smtp.url'),
  );
  const notify = createNotify({
    ...context,
    channelDeps: {
      client,
      mail,
      telegramUrl: config.notify.telegramUrl,
      pushoverUrl: config.notify.pushoverUrl,
      vapid: () => vapidOf(context.secrets, config),
    },
    allowPrivateHosts,
    isMailConfigured: () => mail.isConfigured,
    model: { isOn: ai.isOn, isResponding: () => ai.models.state().state === 'ok' },
    posts: { getPost: posts.get, ratePost: posts.feedback },
    reports,
    runner: createRunner(log),
    random: Math.random,
  });
  return {
    ...notify,
    async close(): Promise<void> {
      await notify.close();
      await client.close();
    },
  };
}
