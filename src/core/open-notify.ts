import type { WriteAudit } from './platform/audit/entry.ts';
import { createRunner } from './platform/runner.ts';
import { createGuardedClient } from './platform/http/guarded.ts';
import { createMailDelivery } from './platform/email/delivery.ts';
import { createNotify } from './notifications/service.ts';
import type { openHearing } from './open-hearing.ts';
import type { Model } from './open-model.ts';
import type { Parts } from './open.ts';

interface House extends Parts {
  writeAudit: WriteAudit;
}

interface Neighbors {
  hearing: Pick<ReturnType<typeof openHearing>, 'posts'>;
  model: Pick<Model, 'ai' | 'isOn'>;
}

/** Notifications, wired. Addresses that users give are called by the guarded client alone. */
export function openNotify(house: House, { hearing: { posts }, model: { ai, isOn } }: Neighbors) {
  const { config, log } = house;
  const client = createGuardedClient({ allowPrivateHosts: config.security.allowPrivateHosts, maxBytes: 256 * 1024 });
  const mail = createMailDelivery(config.smtp);
  const notify = createNotify({
    ...house,
    means: { client, mail, telegramUrl: config.notify.telegramUrl },
    isMailConfigured: mail.isConfigured,
    model: { isOn, isAnswering: () => ai.state().state === 'ok' },
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
