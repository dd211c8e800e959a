import type { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { systemActor } from '#core/actor.ts';
import { AppError } from '#core/errors.ts';
import type { Core } from '#core/open.ts';
import { idSchema } from '#shared/common.ts';
import { leadFilterQuery, type Lead } from '#shared/leads.ts';
import { actingUser } from '../acting-user.ts';
import { leaf, withCore, type Shared } from '../command.ts';
import { startProgress } from '../scan/progress.ts';
import { safeCell } from '../scan/writers.ts';

interface ImportOptions extends Shared {
  campaign?: string;
  user?: string;
}
interface ExportOptions extends Shared {
  campaign?: string;
  csv?: boolean;
}

const pageSize = 100;

function campaignIdOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw new AppError('not_found', `There is no campaign ${text}`);
  return parsed.data;
}

const runImport = (file: string, options: ImportOptions) =>
  withCore(options, async (core, out) => {
    const campaignId = campaignIdOf(options.campaign);
    const actor = campaignId === undefined ? await actingUser(core, options.user) : systemActor;
    const progress = startProgress(file, () => 0);
    const { runId } = await core.discovery.importFile(actor, file, { campaignId, onBytes: (bytes) => progress.at(bytes) });
    await core.discovery.settled();
    progress.stop();
    const campaigns =
      campaignId === undefined ? (await core.campaigns.list(actor, { limit: pageSize })).items.map(({ id }) => id) : [campaignId];
    const runs = await Promise.all(
      campaigns.map(async (id) =>
        (await core.campaigns.runs(actor, id, { limit: 5 })).items.find(
          (run) => run.source === 'import' && Number(run.id) >= Number(runId),
        ),
      ),
    );
    const done = runs.filter((run) => run !== undefined);
    for (const { error } of done) if (error) out.say(error);
    out.result(done, () =>
      done
        .map(
          ({ campaignId: id, state, counts }) =>
            `Campaign ${id}: ${state}, ${counts.heard} read, ${counts.new} new, ${counts.posts} posts, ${counts.leads} leads.`,
        )
        .join('\n'),
    );
    if (done.some(({ state }) => state === 'failed')) process.exitCode = 1;
  });

async function* everyLead(core: Core, campaignId: string | undefined): AsyncGenerator<Lead> {
  const filter = leadFilterQuery.parse(campaignId === undefined ? {} : { campaignId });
  let cursor: string | undefined;
  do {
    const page = await core.leads.list(systemActor, { ...filter, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const csvHead = [
  'id',
  'campaignId',
  'redditUsername',
  'confidence',
  'stage',
  'tags',
  'value',
  'notes',
  'firstSeenAt',
  'lastActivityAt',
  'post',
  'permalink',
];
function csvRow({
  id,
  campaignId,
  redditUsername,
  confidence,
  stage,
  tags,
  value,
  notes,
  firstSeenAt,
  lastActivityAt,
  posts,
}: Lead): string {
  const [best] = posts;
  return stringify([
    [
      id,
      campaignId,
      redditUsername,
      confidence,
      stage,
      tags.join(' '),
      value,
      notes,
      firstSeenAt,
      lastActivityAt,
      best?.title ?? '',
      best?.permalink ?? '',
    ].map(safeCell),
  ]).trimEnd();
}

const runExport = (options: ExportOptions) =>
  withCore(options, async (core, out) => {
    const campaignId = campaignIdOf(options.campaign);
    let count = 0;
    if (options.csv) out.data(csvHead.join(','));
    for await (const lead of everyLead(core, campaignId)) {
      out.data(options.csv ? csvRow(lead) : JSON.stringify(lead));
      count += 1;
    }
    out.say(`${count} leads.`);
  });

/** `import` and `export`. */
export function addTransferCommands(program: Command): void {
  leaf(program, {
    usage: 'import <file>',
    about: 'Bring posts and comments from a file (JSONL, NDJSON, CSV, each also .gz) into a campaign, or into all active ones',
    example: 'earshot import posts.jsonl.gz --campaign 1',
  })
    .option('--campaign <id>', 'for this campaign alone')
    .option('--user <email>', 'for every active campaign of this account')
    .action(runImport);
  leaf(program, {
    usage: 'export',
    about: 'Print leads, one JSON object a line, or CSV',
    example: 'earshot export --campaign 1 --csv > leads.csv',
  })
    .option('--campaign <id>', 'of this campaign alone')
    .option('--csv', 'CSV with a header; cells that a spreadsheet would run are made text')
    .action(runExport);
}
