/** Fetches and scores until it is killed: `node ingest.ts DATA_DIR`. Prints a line after each batch. */
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { openCore } from '#core/open.ts';
import { ingestItems, makeItem } from '../factories.ts';

const [, , dataDir = ''] = process.argv;
const at = Date.UTC(2026, 10, 21, 9);
const core = await openCore(parseConfig({ dataDir, reddit: { source: 'off' }, scoring: { reader: 'off' } }), {
  log: silentLog,
  now: () => at,
  hold: 'own',
});
for (let batch = 0; batch < 40; batch += 1) {
  await ingestItems(
    core,
    Array.from({ length: 25 }, (_, index) => makeItem(batch * 25 + index, at)),
  );
  process.stdout.write(`${batch}\n`);
}
await core.close();
