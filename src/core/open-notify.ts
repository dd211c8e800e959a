import type { WriteAudit } from './platform/audit/entry.ts';
import { createRunner } from './platform/runner.ts';
import { createGuardedClient } from './platform/http/guarded.ts';
import { createMailDelivery } from './platform/email/delivery.ts';
import { createNotify } from './notifications/service.ts';
import type { openHearing } from './open-hearing.ts';
import type { Parts } from './open.ts';

interface House extends Parts {
  writeAudit: WriteAudit;
}

/** Being told, wired. Addresses that users give are called by the guarded client alone. */
export function openNotify(house: House, { posts }: Pick<ReturnType<typeof openHearing>, 'posts'>) {
  const { config, log } = house;
  const client = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts, maxBytes: 256 * 1024 });
  const mail = createMailDelivery(config.smtp);
  const notify = createNotify({
    ...house,
    means: { client, mail, telegramUrl: config.notify.telegramUrl },
    isMailConfigured: mail.isConfigured,
    posts: { getPost: posts.get, judgePost: posts.feedback },
    runner: createRunner(log),
    random: Math.random,
  });
  return {
    notify,
    async closeNotify(): Promise<void> {
      await notify.close();
      await client.close();
    },
  };
}
