import type { AiRoom } from '#core/ai/open.ts';
import type { CoreContext } from '#core/context.ts';
import type { InboxRoom } from '#core/inbox/open.ts';
import { createMailDelivery } from '#core/platform/email/delivery.ts';
import { createGuardedClient } from '#core/platform/http/guarded.ts';
import { createRunner } from '#core/platform/runner.ts';
import type { ReportLinks } from './mail-links.ts';
import { vapidOf } from './push.ts';
import { createNotify } from './service.ts';

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
