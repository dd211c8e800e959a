import type { CoreContext } from '#core/context.ts';
import type { Runner } from '#core/platform/runner.ts';
import type { Means } from './channel.ts';
import type { Confirming } from './new-leads.ts';
import type { MailLinkDeps } from './mail-links.ts';

export interface NotifyDeps extends CoreContext {
  means: Omit<Means, 'now'>;
  isMailConfigured: boolean;
  model: Confirming;
  posts: Pick<MailLinkDeps, 'getPost' | 'ratePost'>;
  runner: Runner;
  random: () => number;
}
