import { createAccounts, type Accounts } from '#core/accounts/service.ts';
import { createPasswords, type Passwords } from '#core/accounts/passwords.ts';
import { endFeedsBy, keepFeeds } from '#core/inbox/feeds/queries.ts';
import { pauseSchedulesBy } from '#core/insights/reports/email-queries.ts';
import { keepReports } from '#core/insights/reports/queries.ts';
import { deleteContent, listContent, readConversations } from '#core/inbox/items/user-content-queries.ts';
import type { ConfigInput } from '#core/platform/config.ts';
import type { Mail } from '#core/platform/email/mailer.ts';
import type { Core } from '#core/open.ts';
import { listConnected } from '#core/reddit/account/queries.ts';
import { makeCore } from '#test/support/make-core.ts';

export interface Bench {
  accounts: Accounts;
  core: Core;
  clock: { now: number };
  /** Operations of the password hash, in order. */
  work: string[];
  /** Emails passed to the mailer; with `failing.mail` it throws instead. */
  emails: Mail[];
  failing: { mail: boolean };
  close(): Promise<void>;
}

/** The account services on a real database, with a cheap hash that counts its operations and a mailer that stores emails. */
export async function makeAccounts(
  config: ConfigInput = {},
  passwords: Passwords = createPasswords({ memory: 8, passes: 1 }),
  { canSend = true } = {},
): Promise<Bench> {
  const made = await makeCore({ http: { publicUrl: 'https://earshot.test' }, ...config });
  const { core, clock } = made;
  const work: string[] = [];
  const emails: Mail[] = [];
  const failing = { mail: false };
  const accounts = createAccounts({
    config: core.config,
    guardOf: core.guardOf,
    db: core.db,
    readDb: core.readDb,
    exportDb: core.exportDb,
    readCache: core.readCache,
    bus: core.bus,
    log: core.log,
    now: core.now,
    writeAudit: core.writeAudit,
    userData: {
      leaveSteps: [],
      listConnected,
      keepLinks: [keepFeeds, keepReports],
      endLinks: [endFeedsBy, pauseSchedulesBy],
      readConversations,
      listContent,
      deleteContent,
      countSteps: [],
    },
    setUpCode: () => null,
    isBetaMode: () => core.instance.settings.get('betaModeEnabled'),
    invitations: core.accounts.beta.invitations,
    beforeLeaving: () => Promise.resolve(),
    signingKey: core.secrets.keyFor('test'),
    sealing: core.secrets,
    passwords: {
      hash: (password, asker) => (work.push('hash'), passwords.hash(password, asker)),
      verify: (password, stored, asker) => (work.push('verify'), passwords.verify(password, stored, asker)),
      isOutdated: (stored) => passwords.isOutdated(stored),
    },
    mailer: {
      isConfigured: canSend,
      async send(mail) {
        if (failing.mail) throw new Error('no mail today');
        emails.push(mail);
      },
    },
  });
  return { accounts, core, clock, work, emails, failing, close: () => accounts.closeIssuers().then(made.close) };
}
