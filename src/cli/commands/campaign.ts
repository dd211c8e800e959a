import type { Command } from 'commander';
import { stringify } from 'yaml';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import {
  campaignInputSchema,
  campaignUpdateSchema,
  describePriceRange,
  feedUrlSchema,
  type Campaign,
  type CampaignUpdate,
  type Proposal,
  type Run,
  websiteUrlSchema,
} from '#shared/campaigns.ts';
import { communityLabel, hackerNewsName } from '#shared/origin.ts';
import { actingUser } from '../acting-user.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { idOf } from '../id-argument.ts';
import { readCampaign, requireFile } from '../file-input.ts';
import { counted, printable, table, type Output } from '../output.ts';

/** Options for what is monitored besides subreddits. */
interface ElsewhereOptions {
  hackerNews?: boolean;
  feed?: string[];
}

interface CreateOptions extends Shared, ElsewhereOptions {
  user?: string;
  file?: string;
  describe?: string;
  website?: string;
}

const maxListed = 100;

/** Rules in a file may be plain lines. */
function withRules(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('rules' in value) || !Array.isArray(value.rules)) return value;
  return { ...value, rules: value.rules.map((rule: unknown) => (typeof rule === 'string' ? { text: rule } : rule)) };
}

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

const streamNames = ({ subreddits, hackerNews, feeds }: Campaign): string[] => [
  ...subreddits.map(communityLabel),
  ...(hackerNews ? [hackerNewsName] : []),
  ...feeds,
];

function showCampaign(campaign: Campaign): string {
  const { counts, rules } = campaign;
  const lines = [
    `${campaign.name} (${campaign.status}${campaign.sample ? ', sample posts' : ''})`,
    `Offers: ${campaign.offering || '–'}`,
    `Target customer: ${campaign.idealCustomer || '–'}`,
    ...limitsOf(campaign),
    `Monitors: ${streamNames(campaign).join(', ') || '–'}${campaign.searchEverywhere ? ', and searches all of Reddit' : ''}`,
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

/** Throws `invalid` for an invalid URL. */
function elsewhereOf({ hackerNews, feed }: ElsewhereOptions): Pick<CampaignUpdate, 'hackerNews' | 'feeds'> {
  const feeds = feed?.map((text) => {
    const parsed = feedUrlSchema.safeParse(text);
    if (!parsed.success) throw new AppError('invalid', `--feed: ${text} isn't an address such as https://example.com/feed.xml`);
    return parsed.data;
  });
  return { ...(hackerNews === undefined ? {} : { hackerNews }), ...(feeds && { feeds }) };
}

function propose(core: Core, actor: Actor, { describe, website }: CreateOptions): Promise<Proposal> {
  if (website === undefined) return core.inbox.proposals.propose(actor, { mode: 'smart', description: describe ?? '' });
  const url = websiteUrlSchema.safeParse(website);
  if (!url.success) throw new AppError('invalid', `${website} isn't a website address such as https://example.com`);
  return core.inbox.proposals.propose(actor, { mode: 'website', websiteUrl: url.data });
}

/** Suggests a campaign, for editing and passing on as a file. */
const runPropose = (options: CreateOptions) =>
  withCore(options, async (core, out) => {
    if ((options.describe === undefined) === (options.website === undefined))
      throw new AppError('invalid', 'Either `--describe TEXT` or `--website URL` is required');
    const { draft, reasons } = await propose(core, await actingUser(core, options.user), options);
    for (const { part, why } of reasons) out.say(printable(`${part}: ${why}`));
    out.result({ draft, reasons }, () => stringify({ ...draft, rules: draft.rules.map(({ text }) => text) }).trimEnd());
  });

async function createFrom(core: Core, actor: Actor, { file, describe, website }: CreateOptions) {
  const ways = [file, describe, website].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new AppError('invalid', 'One of `--file FILE`, `--describe TEXT` and `--website URL` is required');
  if (file !== undefined) return readCampaign(file, campaignInputSchema, withRules);
  return (await propose(core, actor, { describe, website })).draft;
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
    const fields = { ...(await createFrom(core, actor, options)), ...elsewhereOf(options) };
    const made = await core.inbox.campaigns.create(actor, campaignInputSchema.parse(fields));
    await core.discovery.pipeline.settled();
    out.result(made, () => `${showCampaign(made)}\nCampaign ID: ${made.id}`);
  });
}

const runEdit = (id: string, options: Shared & ElsewhereOptions & { file?: string }) =>
  withCore(options, async (core, out) => {
    const elsewhere = elsewhereOf(options);
    if (options.file === undefined && Object.keys(elsewhere).length === 0)
      throw new AppError('invalid', 'Nothing to change. Use `--file FILE`, `--feed ADDRESS`, or `--hacker-news`');
    const fields = options.file === undefined ? {} : readCampaign(options.file, campaignUpdateSchema, withRules);
    const changed = await core.inbox.campaigns.update(systemActor, idOf(id, 'Campaign'), { ...fields, ...elsewhere });
    await core.discovery.pipeline.settled();
    out.result(changed, () => showCampaign(changed));
  });

function sayRun(out: Output, run: Run | undefined): void {
  const failed = run?.perSubreddit.filter(({ state }) => state === 'failed' || state === 'limited') ?? [];
  for (const { name, title, error } of failed) out.say(printable(`${title ?? communityLabel(name)}: ${error ?? "couldn't be read"}`));
  if (run?.error) out.say(run.error);
  out.result(run ?? null, () =>
    run
      ? `${run.state}: ${run.counts.heard} fetched, ${run.counts.new} new, ${counted(run.counts.posts, 'post')}, ${counted(run.counts.leads, 'lead')}.`
      : "The campaign didn't run.",
  );
  if (run?.state === 'failed') process.exitCode = 1;
}

const runRun = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const campaignId = idOf(id, 'Campaign');
    const { runId } = await core.discovery.pipeline.runNow(systemActor, campaignId);
    out.say('Fetching …');
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

export function addCampaignCommands(program: Command): void {
  const campaign = noun(program, 'campaign', 'Manage campaigns');
  leaf(campaign, { usage: 'list', about: 'List all campaigns', example: 'earshot campaign list' }).action(runList);
  leaf(campaign, { usage: 'show <id>', about: 'Show a campaign', example: 'earshot campaign show 1 --json' }).action(runShow);
  leaf(campaign, {
    usage: 'create',
    about: 'Create a campaign from a description, a website, or a file',
    example: 'earshot campaign create --describe "Invoicing for freelancers" --user ada@example.com',
  })
    .option('--file <file>', 'campaign fields as JSON or YAML ("-" reads standard input)')
    .option('--hacker-news', 'monitor Hacker News too')
    .option('--feed <address...>', 'monitor these RSS or Atom feeds too')
    .option('--describe <text>', 'what you sell and to whom; Earshot suggests the rest')
    .option('--website <url>', 'your website; Earshot reads it and suggests the rest')
    .option('--user <email>', 'owner of the campaign (optional if there is only one account)')
    .action(runCreate);
  leaf(campaign, {
    usage: 'edit <id>',
    about: 'Update a campaign with the fields in a file, or what it monitors beside subreddits',
    example: 'earshot campaign export 1 > c.yaml; earshot campaign edit 1 --file c.yaml',
  })
    .option('--file <file>', 'campaign fields as JSON or YAML ("-" reads standard input)')
    .option('--hacker-news', 'monitor Hacker News too')
    .option('--no-hacker-news', 'stop monitoring Hacker News')
    .option('--feed <address...>', 'monitor these RSS or Atom feeds, in place of those it has')
    .action(runEdit);
  leaf(campaign, {
    usage: 'propose',
    about: 'Print what Earshot suggests for a campaign, with the reasons, to review before creating it',
    example: 'earshot campaign propose --describe "Invoicing" > c.yaml; earshot campaign create --file c.yaml',
  })
    .option('--describe <text>', 'what you sell and to whom')
    .option('--website <url>', 'your website')
    .option('--user <email>', 'account to use (required if there are several)')
    .action(runPropose);
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
