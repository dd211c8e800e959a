// One export of a given number of leads: time, size, and peak memory. Run by bench/analytics.ts, which fills and exports in
// separate processes.
import { leadFilterQuery } from '#shared/leads.ts';
import type { Core } from '#core/open.ts';
import { inventUser, openBench } from './generated-data.ts';
import { fillLeads, makeCampaigns } from './kept-figures.ts';

const megabyte = 1024 * 1024;
const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1024;

async function exportAll(core: Core, total: number): Promise<Record<string, number>> {
  const owner = { kind: 'user', userId: '1', role: 'user' } as const;
  const before = peakMegabytes();
  const began = performance.now();
  let bytes = 0;
  let lines = 0;
  for await (const piece of (await core.inbox.exports.leads(owner, leadFilterQuery.parse({}), 'csv')).pieces) {
    bytes += Buffer.byteLength(piece);
    lines += piece.split('\r\n').length - 1;
  }
  if (lines !== total + 1) throw new Error(`${lines} lines for ${total} leads`);
  return { seconds: (performance.now() - began) / 1000, megabytes: bytes / megabyte, before, peak: peakMegabytes() };
}

const [what, folder, count] = process.argv.slice(2);
const { core, close } = await openBench({ folder });
if (what === 'fill') {
  const [place] = await makeCampaigns(core, [await inventUser(core, 'user')], 1);
  if (place) await fillLeads(core, place, Number(count));
} else process.stdout.write(JSON.stringify(await exportAll(core, Number(count))));
await close();
