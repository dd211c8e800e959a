import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig, type ConfigInput } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore, type Core } from '#core/open.ts';
import { openTestDatabase } from './test-database.ts';
import type { DiscoveryOptions } from '#core/discovery/open.ts';

interface Made {
  core: Core;
  clock: { now: number };
  close(): Promise<void>;
}

/** A complete core with an in-memory database and its own data folder. The clock moves only when set. */
export async function makeCore(
  config: ConfigInput = {},
  options: { onDisk?: boolean; start?: number; discovery?: DiscoveryOptions } = {},
): Promise<Made> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  const clock = { now: options.start ?? Date.UTC(2026, 10, 21, 9) };
  const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' }, ...config }), {
    log: silentLog,
    now: () => clock.now,
    hold: 'own',
    database: options.onDisk === true ? undefined : await openTestDatabase(),
    discovery: { modelPauseMs: 0, ...options.discovery },
  });
  return {
    core,
    clock,
    async close() {
      await core.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
