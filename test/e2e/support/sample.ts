import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instance, startInstance } from './instance.ts';

/** Plays the sample to its end, so that pages have content. */
export async function playSample(instance: Instance, token: string): Promise<{ campaignId: string }> {
  const { campaign } = await instance.api<{ campaign: { id: string } }>('POST', '/campaigns/sample', { token });
  for (let tries = 0; tries < 300; tries += 1) {
    const runs = await instance.api<{ items: { state: string }[] }>('GET', `/campaigns/${campaign.id}/runs`, { token });
    if (runs.items[0] && runs.items[0].state !== 'running') return { campaignId: campaign.id };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The sample stream did not end');
}

interface Played {
  token: string;
  campaignId: string;
}

/** Playwright empties this folder at the start of a run; its workers have the same parent. */
const kept = join('test-results', `sample-${process.ppid}`);
const keyFile = 'played.json';

async function keepPlayed(): Promise<void> {
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(join('test-results', 'playing-'));
  const instance = await startInstance({}, folder);
  const { token } = await instance.register('mara');
  const played: Played = { token, ...(await playSample(instance, token)) };
  await instance.kill('SIGTERM');
  writeFileSync(join(folder, keyFile), JSON.stringify(played));
  try {
    renameSync(folder, kept);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(kept)) throw error;
  }
}

/** An instance on which mara, its admin, has played the sample. It is played once for all, which takes most of ten seconds of CPU time. */
export async function startWithSample(): Promise<Played & { instance: Instance }> {
  if (!existsSync(kept)) await keepPlayed();
  const folder = mkdtempSync(join(tmpdir(), 'earshot-e2e-'));
  cpSync(kept, folder, { recursive: true });
  const played = JSON.parse(readFileSync(join(folder, keyFile), 'utf8')) as Played;
  return { ...played, instance: await startInstance({}, folder) };
}
