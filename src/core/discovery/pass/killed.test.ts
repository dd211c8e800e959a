import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';

const at = Date.UTC(2026, 10, 21, 9);
const child = join(import.meta.dirname, '../../../../test/support/children/ingest.ts');
const items = Array.from({ length: 1000 }, (_, index) => makeItem(index, at));

const open = (dataDir: string): Promise<Core> =>
  openCore(parseConfig({ dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' } }), { log: silentLog, now: () => at, hold: 'own' });

/** Runs the ingesting process and kills it with SIGKILL some milliseconds after its first batches. */
async function killAfter(dataDir: string, ms: number): Promise<number> {
  const running = spawn(process.execPath, [child, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let batches = 0;
  const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
  running.stdout.on('data', (text: Buffer) => {
    if (batches === 0) setTimeout(() => running.kill('SIGKILL'), ms);
    batches += text.toString().trim().split('\n').length;
  });
  await ended;
  return batches;
}

async function outcome(core: Core) {
  const posts = await core
    .db('posts')
    .join('items', 'items.id', 'posts.item_id')
    .leftJoin('leads', 'leads.id', 'posts.lead_id')
    .orderBy(['posts.campaign_id', 'fullname'])
    .select('posts.campaign_id', 'fullname', 'status', 'posts.static_points', 'reddit_username');
  const broken: unknown = await core.db.raw('pragma integrity_check');
  const dangling: unknown = await core.db.raw('pragma foreign_key_check');
  const events = await core.db('lead_events').groupBy('kind').select('kind').count({ n: '*' });
  return { posts, broken, dangling, events };
}

async function prepare(core: Core): Promise<void> {
  const ann = await makeUser(core, 'ann');
  await makeCampaign(core, ann);
  await makeCampaign(core, ann, { rules: [{ text: 'reminders' }] });
}

test('produces the same result as an undisturbed run when killed with -9 repeatedly while fetching and scoring', async () => {
  const [calm, killed] = [mkdtempSync(join(tmpdir(), 'earshot-calm-')), mkdtempSync(join(tmpdir(), 'earshot-killed-'))];
  try {
    const undisturbed = await open(calm);
    await prepare(undisturbed);
    for (let from = 0; from < items.length; from += 25) await ingestItems(undisturbed, items.slice(from, from + 25));
    const wanted = await outcome(undisturbed);
    await undisturbed.close();

    const first = await open(killed);
    await prepare(first);
    await first.close();
    const fetched: number[] = [];
    for (const ms of [3, 40, 90, 150]) fetched.push(await killAfter(killed, ms));
    expect(Math.min(...fetched)).toBeLessThan(40);
    const survivor = await open(killed);
    await ingestItems(survivor, items);
    expect(await outcome(survivor)).toEqual(wanted);
    expect(wanted.posts.length).toBeGreaterThan(1500);
    await survivor.close();
  } finally {
    for (const dataDir of [calm, killed]) rmSync(dataDir, { recursive: true, force: true });
  }
});
