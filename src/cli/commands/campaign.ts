import { type Command, Option } from 'commander';
import { stringify } from 'yaml';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import {
  campaignInputSchema,
  campaignRoutes,
  campaignUpdateSchema,
  type Campaign,
  type CampaignUpdate,
  type Proposal,
  type Run,
} from '#shared/campaigns.ts';
import { type CustomerLanguage, customerLanguages } from '#shared/languages.ts';
import { communityLabel } from '#shared/labels.ts';
import { describePriceRange } from '#shared/price-range.ts';
import { type SourceId, type StreamKindName, streamKinds } from '#shared/sources.ts';
import { type CampaignStream, namesOf, withNames } from '#shared/streams.ts';
import { type Suggestion, withChange } from '#shared/suggestions.ts';
import { actingUser, checked, idOf, leaf, noun, withCore, type Shared } from '../command.ts';
import { readCampaign, readText, requireFile } from '../file-input.ts';
import { addStreamOptions, changingFlags, hasStreamOptions, withStreamOptions, showChoices } from '../stream-options.ts';
import { counted, cut, describeRun, printable, table, type Output } from '../output.ts';

interface CreateOptions extends Shared {
  user?: string;
  file?: string;
  describe?: string;
  website?: string;
  keywords?: string;
  language?: CustomerLanguage;
  trade?: string[];
  where?: string[];
  competitor?: string[];
}

type EditOptions = Pick<CreateOptions, 'file'> & Shared;

const maxListed = 100;

async function listAll(core: Core): Promise<Campaign[]> {
  const found: Campaign[] = [];
  let cursor: string | undefined;
  do {
    const page = await core.inbox.campaigns.list(systemActor, { limit: maxListed, ...(cursor === undefined ? {} : { cursor }) });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const day = (time: string | null): string | null => time?.slice(0, 16).replace('T', ' ') ?? null;

function limitsOf({ exclusions, regions, priceRange }: Campaign): string[] {
  return [
    ...(exclusions.length === 0 ? [] : [`Not included: ${exclusions.join('; ')}`]),
    ...(regions.length === 0 ? [] : [`Regions: ${regions.join('; ')}`]),
    ...(priceRange === null ? [] : [`Price range: ${describePriceRange(priceRange)}`]),
  ];
}

/** The name of a Stack Exchange site could also be a subreddit's. */
const streamLabel = (name: string, source: SourceId): string => (source === 'reddit' ? communityLabel(name) : name);

const streamNames = ({ streams }: Campaign): string[] =>
  streamKinds.flatMap(({ kind, source, isSearch }) => (isSearch ? [] : namesOf(streams, kind).map((name) => streamLabel(name, source))));

/** ", and searches all of Reddit" */
const searchNote = ({ streams }: Campaign): string =>
  streamKinds
    .flatMap(({ kind, only, isSearch }) => (isSearch && namesOf(streams, kind).length > 0 ? [`, and searches all of ${only}`] : []))
    .join('');

function showCampaign(campaign: Campaign): string {
  const { counts, rules } = campaign;
  const lines = [
    `${campaign.name} (${campaign.status}${campaign.sample ? ', sample posts' : ''})`,
    `Offers: ${campaign.offering || '–'}`,
    `Target customer: ${campaign.idealCustomer || '–'}`,
    ...(campaign.facts === '' ? [] : [`Facts: ${campaign.facts}`]),
    ...limitsOf(campaign),
    `Monitors: ${streamNames(campaign).join(', ') || '–'}${searchNote(campaign)}`,
    'Rules:',
    ...rules.map(({ text, minScore }) => `  ${text}${minScore === undefined ? '' : `   (from ${minScore})`}`),
    `${counted(counts.posts, 'post')}, ${counted(counts.leads, 'lead')}, ${counts.newLeads} of them new. Last run: ${day(campaign.lastRunAt) ?? 'never'}. Next run: ${day(campaign.nextRunAt) ?? 'not scheduled'}.`,
  ];
  return lines.map(printable).join('\n');
}

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const all = await listAll(core);
    const rows = all.map(({ id, name, status, counts, lastRunAt, nextRunAt }) => [
      id,
      name,
      status,
      counts.posts,
      counts.leads,
      counts.newLeads,
      day(lastRunAt),
      day(nextRunAt),
    ]);
    out.result(all, () => table(['id', 'name', 'status', 'posts', 'leads', 'new', 'last run', 'next'], rows));
  });

const runShow = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const campaign = await core.inbox.campaigns.get(systemActor, idOf(id, 'Campaign'));
    out.result(campaign, () => showCampaign(campaign));
  });

/** What the campaign found in the last 24 hours and didn't call a lead, with the reasons. */
const runBelow = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { items } = await core.inbox.posts.justBelow(systemActor, idOf(id, 'Campaign'), maxListed);
    out.result(items, () =>
      table(
        ['id', 'score', 'title', 'not a lead because'],
        items.map(({ id: postId, confidence, title, notLead }) => [postId, confidence, cut(title, 60), notLead]),
      ),
    );
  });

interface SuggestionOptions extends Shared {
  accept?: string;
  dismiss?: string;
}

const signed = (by: number): string => (by > 0 ? `+${by}` : String(by));

/** What the user's marks suggest, with what each change would have added or removed in the last 30 days. */
const runSuggestions = (id: string, options: SuggestionOptions) =>
  withCore(options, async (core, out) => {
    const { suggestions, campaigns } = core.inbox;
    const campaignId = idOf(id, 'Campaign');
    if (options.accept !== undefined) {
      const changed = await suggestions.accept(systemActor, { id: campaignId, key: options.accept });
      await core.discovery.pipeline.settled();
      return out.result(changed, () => showCampaign(changed));
    }
    if (options.dismiss !== undefined) await suggestions.dismiss(systemActor, { id: campaignId, key: options.dismiss });
    const fields = campaignInputSchema.strip().parse(await campaigns.get(systemActor, campaignId));
    const { items } = await suggestions.list(systemActor, campaignId);
    const shown: (Suggestion & { effect: { posts: number; leads: number } })[] = [];
    const before = items.length === 0 ? null : await core.discovery.pipeline.preview(systemActor, fields);
    for (const suggestion of items) {
      const after = await core.discovery.pipeline.preview(systemActor, { ...fields, ...withChange(fields, suggestion.change) });
      const effect = { posts: after.matched - (before?.matched ?? 0), leads: after.leads - (before?.leads ?? 0) };
      shown.push({ ...suggestion, effect });
    }
    out.result({ items: shown }, () =>
      shown.length === 0
        ? 'No suggestions. Mark more posts as good or bad matches.'
        : table(
            ['key', 'suggestion', 'posts in 30 days', 'leads'],
            shown.map(({ key, text, effect }) => [key, text, signed(effect.posts), signed(effect.leads)]),
          ),
    );
  });

const sourceOf = ({ describe, website, keywords }: CreateOptions) =>
  keywords !== undefined
    ? { mode: 'list', list: readText(keywords) }
    : website === undefined
      ? { mode: 'smart', description: describe }
      : { mode: 'website', websiteUrl: website };

function propose(core: Core, actor: Actor, options: CreateOptions): Promise<Proposal> {
  const { keywords, language, trade, where, competitor } = options;
  if (keywords !== undefined) refuseAnswers(options);
  const wish = {
    ...sourceOf(options),
    language,
    trades: trade?.filter((id) => id !== 'none'),
    regions: where,
    competitors: competitor,
  };
  return core.inbox.proposals.propose(actor, checked(campaignRoutes.propose.body, wish, "Couldn't suggest a campaign"));
}

const unknownLanguage = `Which language do your customers write in? Add --language with one of ${customerLanguages.join(', ')}; without it, English is assumed.`;

const waysOf = ({ describe, website, keywords }: CreateOptions): string[] =>
  [describe, website, keywords].filter((way) => way !== undefined);

/** Of these, a list of keywords and a file take nothing. */
function refuseAnswers({ trade, where, competitor }: CreateOptions): void {
  if ((trade ?? where ?? competitor) !== undefined)
    throw new AppError('invalid', '`--trade`, `--where`, and `--competitor` go with `--describe` or `--website`');
}

/** Suggests a campaign, for editing and passing on as a file. */
const runPropose = (options: CreateOptions) =>
  withCore(options, async (core, out) => {
    if (waysOf(options).length !== 1)
      throw new AppError('invalid', 'One of `--describe TEXT`, `--website URL`, and `--keywords FILE` is required');
    const proposal = await propose(core, await actingUser(core, options.user), options);
    const { draft, language, reasons } = proposal;
    for (const { part, why } of reasons) out.say(printable(`${part}: ${why}`));
    for (const line of showChoices(proposal)) out.say(line);
    if (language === null) out.say(unknownLanguage);
    out.result(proposal, () => stringify({ ...draft, rules: draft.rules.map(({ text }) => text) }).trimEnd());
  });

/** `language` is null where the text leaves it open. */
async function createFrom(
  core: Core,
  actor: Actor,
  options: CreateOptions,
): Promise<Partial<Pick<Proposal, 'language'>> & Pick<Proposal, 'draft'>> {
  const { file } = options;
  if (waysOf(options).length + (file === undefined ? 0 : 1) !== 1)
    throw new AppError('invalid', 'One of `--file FILE`, `--describe TEXT`, `--website URL`, and `--keywords FILE` is required');
  if (file !== undefined && options.language !== undefined)
    throw new AppError('invalid', '`--language` goes with `--describe` or `--website`; a file has `languages`');
  if (file !== undefined) refuseAnswers(options);
  if (file !== undefined) return { draft: readCampaign(file, campaignInputSchema).fields };
  return propose(core, actor, options);
}

const runDuplicate = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const made = await core.inbox.campaigns.duplicate(systemActor, idOf(id, 'Campaign'));
    out.result(made, () => `${showCampaign(made)}\nCampaign ID: ${made.id}`);
  });

async function runCreate(options: CreateOptions): Promise<void> {
  if (options.file !== undefined && options.file !== '-') requireFile(options.file);
  await withCore(options, async (core, out) => {
    const actor = await actingUser(core, options.user);
    const { draft, language } = await createFrom(core, actor, options);
    if (language === null) out.say(unknownLanguage);
    const fields = { ...draft, streams: withStreamOptions(draft.streams, options) };
    const made = await core.inbox.campaigns.create(actor, checked(campaignInputSchema, fields, "Couldn't create the campaign"));
    await core.discovery.pipeline.settled();
    out.result(made, () => `${showCampaign(made)}\nCampaign ID: ${made.id}`);
  });
}

/** Names that a file lists by kind replace those of that kind alone. */
function withNamed(stored: readonly CampaignStream[], named: readonly StreamKindName[], listed: readonly CampaignStream[]) {
  return named.reduce((streams, kind) => withNames(streams, kind, namesOf(listed, kind)), stored);
}

async function changeOf(core: Core, id: string, options: EditOptions): Promise<CampaignUpdate> {
  const changesStreams = hasStreamOptions(options);
  const nothing: { fields: CampaignUpdate; named: StreamKindName[] } = { fields: {}, named: [] };
  const { fields, named } = options.file === undefined ? nothing : readCampaign(options.file, campaignUpdateSchema);
  if (!changesStreams && named.length === 0) return fields;
  const listed = fields.streams;
  const isWhole = listed !== undefined && named.length === 0;
  const base = isWhole ? listed : withNamed((await core.inbox.campaigns.get(systemActor, id)).streams, named, listed ?? []);
  return checked(campaignUpdateSchema, { ...fields, streams: withStreamOptions(base, options) }, "Couldn't change the campaign");
}

const runEdit = (id: string, options: EditOptions) =>
  withCore(options, async (core, out) => {
    if (options.file === undefined && !hasStreamOptions(options)) throw new AppError('invalid', `Nothing to change. Use ${changingFlags}`);
    const campaignId = idOf(id, 'Campaign');
    const changed = await core.inbox.campaigns.update(systemActor, campaignId, await changeOf(core, campaignId, options));
    await core.discovery.pipeline.settled();
    out.result(changed, () => showCampaign(changed));
  });

/** Whether one of the streams on Reddit was read; also true without any. */
function readReddit({ perSubreddit }: Run): boolean {
  const onReddit = perSubreddit.filter(({ source }) => source === 'reddit');
  return onReddit.length === 0 || onReddit.some(({ state }) => state === 'ok' || state === 'empty');
}

function sayRun(out: Output, run: Run | undefined): void {
  const failed = run?.perSubreddit.filter(({ state }) => state === 'failed' || state === 'limited') ?? [];
  for (const { name, source, title, error } of failed)
    out.say(printable(`${title ?? streamLabel(name, source)}: ${error ?? "couldn't be read"}`));
  if (run?.error) out.say(run.error);
  out.result(run ?? null, () => (run ? `${run.state}: ${describeRun(run.counts)}.` : "The campaign didn't run."));
  if (run?.state === 'failed' || (run && !readReddit(run))) process.exitCode = 1;
}

const runRun = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const campaignId = idOf(id, 'Campaign');
    const { runId } = await core.discovery.pipeline.runNow(systemActor, campaignId);
    out.say('Fetching…');
    await core.discovery.pipeline.settled();
    const { items } = await core.inbox.campaigns.runs(systemActor, campaignId, { limit: maxListed });
    sayRun(
      out,
      items.find((run) => run.id === runId),
    );
  });

const runStatus = (action: 'pause' | 'resume') => (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const campaign = await core.inbox.campaigns[action](systemActor, idOf(id, 'Campaign'));
    out.result(campaign, () => `${printable(campaign.name)} is ${campaign.status}.`);
  });

const runDelete = (id: string, options: Shared & { yes?: boolean }) =>
  withCore(options, async (core, out) => {
    const campaign = await core.inbox.campaigns.get(systemActor, idOf(id, 'Campaign'));
    if (!options.yes)
      throw new AppError(
        'conflict',
        `This deletes "${campaign.name}" with ${counted(campaign.counts.posts, 'post')} and ${counted(campaign.counts.leads, 'lead')}. Add --yes to confirm.`,
      );
    await core.inbox.campaigns.remove(systemActor, campaign.id);
    out.result({ deleted: campaign.id }, () => `Deleted ${printable(campaign.name)}.`);
  });

const runExport = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const fields = campaignInputSchema.strip().parse(await core.inbox.campaigns.get(systemActor, idOf(id, 'Campaign')));
    out.result(fields, () =>
      stringify({ ...fields, rules: fields.rules.map((rule) => (rule.minScore === undefined ? rule.text : rule)) }).trimEnd(),
    );
  });

/** What a suggestion takes besides the text. */
const addAnswers = (command: Command): Command =>
  command
    .addOption(new Option('--language <code>', 'what your customers write, if the text leaves it open').choices(customerLanguages))
    .option('--trade <id...>', 'what you sell, as `campaign propose` lists it; "none" if nothing fits')
    .option('--where <place...>', 'where you work')
    .option('--competitor <name...>', 'with whom you compete');

const keywordsAbout =
  'what you take along from another tool: keywords, searches, subreddits, or feeds, one per line or as CSV or JSON ("-" reads standard input)';

/** Where fields of a file are explained. */
const onlyModel = 'Only an AI model reads exclusions and regions; without one, they change no score.';

export function addCampaignCommands(program: Command): void {
  const campaign = noun(program, 'campaign', 'Manage campaigns');
  leaf(campaign, { usage: 'list', about: 'List all campaigns', example: 'earshot campaign list' }).action(runList);
  leaf(campaign, {
    usage: 'below <id>',
    about: 'Show the best posts of the last 24 hours that are not leads, and why',
    example: 'earshot campaign below 1',
  }).action(runBelow);
  leaf(campaign, {
    usage: 'suggestions <id>',
    about: 'Show the changes that your marks suggest, with their effect on what is stored',
    example: 'earshot campaign suggestions 1 --accept 0f4be1c2d3a49586',
  })
    .option('--accept <key>', 'make this change')
    .option('--dismiss <key>', 'stop suggesting this change')
    .action(runSuggestions);
  leaf(campaign, { usage: 'show <id>', about: 'Show a campaign', example: 'earshot campaign show 1 --json' }).action(runShow);
  const create = leaf(campaign, {
    usage: 'create',
    about: 'Create a campaign from a description, a website, or a file',
    example: 'earshot campaign create --describe "Invoicing for freelancers" --user ada@example.com',
  }).option('--file <file>', `campaign fields as JSON or YAML ("-" reads standard input). ${onlyModel}`);
  addStreamOptions(create)
    .option('--describe <text>', 'what you sell and to whom; Earshot suggests the rest')
    .option('--website <url>', 'your website; Earshot reads it and suggests the rest')
    .option('--keywords <file>', keywordsAbout);
  addAnswers(create).option('--user <email>', 'owner of the campaign (optional if there is only one account)').action(runCreate);
  const edit = leaf(campaign, {
    usage: 'edit <id>',
    about: 'Update a campaign with the fields in a file, or what it monitors beside subreddits',
    example: 'earshot campaign export 1 > c.yaml; earshot campaign edit 1 --file c.yaml',
  }).option('--file <file>', `campaign fields as JSON or YAML ("-" reads standard input). ${onlyModel}`);
  addStreamOptions(edit, { edits: true }).action(runEdit);
  const proposing = leaf(campaign, {
    usage: 'propose',
    about: 'Print what Earshot suggests for a campaign, with the reasons, to review before creating it',
    example: 'earshot campaign propose --describe "Invoicing" > c.yaml; earshot campaign create --file c.yaml',
  })
    .option('--describe <text>', 'what you sell and to whom')
    .option('--website <url>', 'your website')
    .option('--keywords <file>', keywordsAbout);
  addAnswers(proposing).option('--user <email>', 'account to use (required if there are several)').action(runPropose);
  leaf(campaign, { usage: 'duplicate <id>', about: 'Copy a campaign', example: 'earshot campaign duplicate 1' }).action(runDuplicate);
  leaf(campaign, { usage: 'run <id>', about: 'Fetch and score new posts now', example: 'earshot campaign run 1' }).action(runRun);
  leaf(campaign, { usage: 'pause <id>', about: 'Pause a campaign', example: 'earshot campaign pause 1' }).action(runStatus('pause'));
  leaf(campaign, { usage: 'resume <id>', about: 'Resume a campaign', example: 'earshot campaign resume 1' }).action(runStatus('resume'));
  leaf(campaign, { usage: 'delete <id>', about: 'Delete a campaign with its posts and leads', example: 'earshot campaign delete 1 --yes' })
    .option('--yes', 'confirm without a prompt')
    .action(runDelete);
  leaf(campaign, {
    usage: 'export <id>',
    about: 'Print the fields as YAML, or as JSON with --json',
    example: 'earshot campaign export 1 > campaign.yaml',
  }).action(runExport);
}
