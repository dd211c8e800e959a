import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option, type Command } from 'commander';
import type { Core } from '#core/open.ts';
import { systemActor } from '#core/platform/actor.ts';
import { actingUser, checked, collect, idOf, leaf, type Shared, withCore } from '../command.ts';
import { counted, describeRun, type Output, startProgress } from '../output.ts';
import { postFilterQuery } from '#shared/exports.ts';
import { importFields, type ImportMapping, importMappingSchema } from '#shared/import-columns.ts';
import { leadFilterQuery } from '#shared/leads.ts';
import { requireFile } from '../file-input.ts';

interface ImportOptions extends Shared {
  mail?: boolean;
  map?: string[];
  campaign?: string;
  user?: string;
}
interface ExportOptions extends Shared {
  campaign?: string;
  csv?: boolean;
  posts?: boolean;
}

const pageSize = 100;

const campaignIdOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : idOf(text, 'Campaign'));

/** Parses `title=Post Title` and so on. Throws `invalid`. */
function mappingOf(pairs: readonly string[] | undefined): ImportMapping | undefined {
  if (pairs === undefined) return undefined;
  const parsed = checked(
    importMappingSchema,
    Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    '--map takes FIELD=COLUMN',
  );
  return parsed;
}

/** Otherwise, the posts would wait for the job of a server. */
async function awaitModel({ discovery: { rescoring } }: Core, out: Output): Promise<void> {
  const waiting = await rescoring.countWaiting(null);
  if (waiting > 0) out.say(`The model scores ${counted(waiting, 'post')}. Ctrl+C ends this command; a server then continues.`);
  await rescoring.settled();
}

async function runImport(files: readonly string[], options: ImportOptions): Promise<void> {
  for (const file of files) if (file !== '-') requireFile(file);
  const mapping = mappingOf(options.map);
  await withCore(options, async (core, out) => {
    const campaignId = campaignIdOf(options.campaign);
    const actor = campaignId === undefined ? await actingUser(core, options.user) : systemActor;
    const started: string[] = [];
    for (const file of files) {
      const progress = startProgress(file, () => 0);
      const { runId } = await core.discovery.pipeline.importFile(actor, file === '-' ? process.stdin : file, {
        campaignId,
        mapping,
        isMail: options.mail,
        onBytes: (bytes) => progress.at(bytes),
      });
      started.push(runId);
      await core.discovery.pipeline.settled();
      progress.stop();
    }
    await awaitModel(core, out);
    const campaigns =
      campaignId === undefined ? (await core.inbox.campaigns.list(actor, { limit: pageSize })).items.map(({ id }) => id) : [campaignId];
    const runs = await Promise.all(
      campaigns.map(async (id) =>
        (await core.inbox.campaigns.runs(actor, id, { limit: pageSize })).items
          .filter((run) => run.source === 'import' && Number(run.id) >= Number(started[0]))
          .toReversed(),
      ),
    );
    const done = runs.flat();
    for (const { error } of done) if (error) out.say(error);
    out.result(done, () => done.map(({ campaignId: id, state, counts }) => `Campaign ${id}: ${state}, ${describeRun(counts)}.`).join('\n'));
    if (done.some(({ state }) => state === 'failed')) process.exitCode = 1;
  });
}

async function runExport(options: ExportOptions): Promise<void> {
  await withCore(options, async (core) => {
    const campaignId = campaignIdOf(options.campaign);
    const filter = campaignId === undefined ? {} : { campaignId };
    const form = options.csv ? 'csv' : options.json ? 'json' : 'jsonl';
    const { text } = options.posts
      ? await core.inbox.exports.posts(systemActor, postFilterQuery.parse(filter), form)
      : await core.inbox.exports.leads(systemActor, leadFilterQuery.parse(filter), form);
    await pipeline(Readable.from(text), process.stdout, { end: false });
  });
}

export function addTransferCommands(program: Command): void {
  leaf(program, {
    usage: 'import <files...>',
    about:
      'Import posts and comments from files (JSON, JSONL, or CSV with any columns, alert emails as .eml or .mbox, also .gz and .zip; "-" reads standard input) into one or all active campaigns',
    example: 'earshot import posts.jsonl.gz --campaign 1',
  })
    .option('--campaign <id>', 'import into this campaign only')
    .option('--user <email>', 'import into every active campaign of this account')
    .option('--mail', 'the files hold alert emails, whatever they look like')
    .option('--map <field=column>', `which column holds what (repeatable; guessed without it): ${importFields.join(', ')}`, collect)
    .action(runImport);
  leaf(program, {
    usage: 'export',
    about: 'Print leads or posts as JSON Lines, JSON, or CSV',
    example: 'earshot export --campaign 1 --csv > leads.csv',
  })
    .option('--campaign <id>', 'export this campaign only')
    .option('--posts', 'export posts instead of leads')
    .addOption(new Option('--csv', 'print CSV with a header; cells that look like formulas are escaped').conflicts('json'))
    .action(runExport);
}
