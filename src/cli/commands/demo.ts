import { authorLabel, communityLabel } from '#shared/labels.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemActor, type Actor } from '#core/platform/actor.ts';
import { parseConfig, type Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import type { Running } from '#server/main.ts';
import { events } from '#shared/events.ts';
import { leaf, toolsOf, type Shared } from '../command.ts';
import { cut, printable, type Output } from '../output.ts';
import { untilSignal, openable } from './serve.ts';

/** A temporary instance: its own folder, this machine only, not connected to Reddit. */
const fixed = { 'http.publicUrl': 'file', registration: 'file', 'smtp.url': 'file' } as const;

function demoConfig({ origins, ...config }: Config, dataDir: string): Config {
  const input = {
    ...config,
    dataDir,
    database: { client: 'sqlite' },
    http: { ...config.http, host: '127.0.0.1', publicUrl: '' },
    reddit: { ...config.reddit, source: 'off' },
    registration: 'closed',
    smtp: { url: '' },
  };
  return parseConfig(input, { ...origins, ...fixed });
}

async function serveSomewhere(core: Core, demoCode: string): Promise<Running> {
  const { serve } = await import('#server/main.ts');
  try {
    return await serve(core, { demoCode });
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'conflict';
    if (!isTaken) throw error;
    const elsewhere = { ...core, config: { ...core.config, http: { ...core.config.http, port: 0 } } };
    return serve(elsewhere, { demoCode });
  }
}

async function printLead(core: Core, out: Output, { leadId, userId }: { leadId: string; userId: string }): Promise<void> {
  const actor: Actor = { kind: 'user', userId, role: 'admin' };
  const lead = await core.inbox.leads.get(actor, leadId);
  const [best] = lead.posts;
  if (!best) return;
  const { evidence, subreddit, title, reason } = await core.inbox.posts.get(actor, best.id);
  const quote = evidence[0] ? `  “${cut(evidence[0].text, 80)}”` : '';
  out.result(
    { ...lead, reason, evidence },
    () =>
      `\n${String(lead.confidence).padStart(3)}  ${cut(title, 90)}\n     ${printable(reason)}.${quote}\n     ${communityLabel(subreddit)} · ${printable(authorLabel(lead.redditUsername))}`,
  );
}

/** Prints each lead as it arrives. Resolves with the totals when the sample is done. */
function followSample(core: Core, out: Output, userId: string): Promise<string> {
  return new Promise((resolve) => {
    let printing = Promise.resolve();
    core.bus.on('push', ({ event, payload }) => {
      if (event === 'new-lead') {
        const { lead } = events['new-lead'].parse(payload);
        printing = printing
          .then(() => printLead(core, out, { leadId: lead.id, userId }))
          .catch((error: unknown) => core.log.error({ err: error }, 'could not print a lead'));
      }
      if (event === 'scrape-complete') {
        const { totalPosts, totalComments, newLeads } = events['scrape-complete'].parse(payload);
        void printing.then(() => resolve(`${totalPosts} posts and ${totalComments} comments read, ${newLeads} leads found.`));
      }
    });
  });
}

const realOnes = 'For conversations of today, run: earshot find "what you sell"';

async function runDemo(shared: Shared): Promise<void> {
  const { config, out } = toolsOf(shared);
  const [{ createLog }, { openCore }] = await Promise.all([import('#core/platform/log.ts'), import('#core/open.ts')]);
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-demo-'));
  const core = await openCore(demoConfig(config, dataDir), { log: await createLog('warn', process.stderr.isTTY), hold: 'own' });
  const ended = untilSignal();
  try {
    const password = randomBytes(18).toString('base64url');
    const user = await core.accounts.users.addUser(systemActor, { username: 'demo', email: 'demo@example.com', password, role: 'admin' });
    const code = randomBytes(24).toString('base64url');
    const server = await serveSomewhere(core, code);
    out.say(
      `Earshot demo: made-up posts in a temporary folder, reachable only from this machine.\nSign-in link (works once): ${openable(server.url)}/login#demo=${code}\nPress Ctrl+C to stop and delete everything.`,
    );
    const followed = followSample(core, out, user.id);
    await core.discovery.pipeline.createSample({ kind: 'user', userId: user.id, role: 'admin' });
    await Promise.race([
      followed.then((sums) => out.say(`\n${sums} The web app keeps running until you press Ctrl+C.\n${realOnes}`)),
      ended,
    ]);
    await ended;
    await server.close();
  } finally {
    await core.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function addDemo(program: Command): void {
  leaf(program, {
    usage: 'demo',
    about: 'Try Earshot with made-up posts in a temporary folder and print the leads it finds',
    example: 'earshot demo',
  }).action(runDemo);
}
