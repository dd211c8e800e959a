import type { Command } from 'commander';
import type { Core } from '#core/open.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import {
  type Connection,
  type ConnectionField,
  type ConnectionTest,
  type TestedId,
  testedIds,
  type ModelCheck,
  type ModelCheckPart,
  summarizeCheck,
} from '#shared/connections.ts';
import { type Way, wayTexts } from '#shared/ai.ts';
import { leaf, noun, type Shared, withCore } from '../command.ts';
import { printable, table } from '../output.ts';

const valueOf = ({ secret, saved, value }: ConnectionField): string => (secret ? (saved ? 'saved' : '') : String(value ?? ''));

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const all = core.instance.connections.list(systemActor);
    const rows = all.items.flatMap(({ id, configured, fields }) =>
      fields.map((field) => [id, configured ? 'set up' : 'not set up', field.key, valueOf(field), field.lockedBy ?? field.setBy]),
    );
    out.result(all, () => table(['connection', 'state', 'key', 'value', 'set by'], rows));
  });

type Tested = { connection: TestedId } & ConnectionTest;

/** One at a time: they are few, and each may take seconds. */
async function testAll(core: Core, ids: readonly TestedId[]): Promise<Tested[]> {
  const tested: Tested[] = [];
  for (const connection of ids) tested.push({ connection, ...(await core.instance.connections.test(systemActor, connection)) });
  return tested;
}

function isTested(name: string): name is TestedId {
  return (testedIds as readonly string[]).includes(name);
}

function requireKnown(name: string | undefined): TestedId | null {
  if (name === undefined) return null;
  if (!isTested(name)) throw new AppError('invalid', `${name} can't be tested. Choose one of: ${testedIds.join(', ')}`);
  return name;
}

function chosenFrom(items: readonly Connection[], name: TestedId | null): TestedId[] {
  const configured = testedIds.filter((id) => items.some((one) => one.id === id && one.configured));
  if (name === null) return configured;
  if (!configured.includes(name))
    throw new AppError('not_found', `${name} isn't set up. Set it up under Admin → Connections or in the configuration.`);
  return [name];
}

function runTest(given: string | undefined, shared: Shared): Promise<void> {
  const name = requireKnown(given);
  return withCore(shared, async (core, out) => {
    const ids = chosenFrom(core.instance.connections.list(systemActor).items, name);
    if (ids.length === 0) out.say('No connection is set up. Set one up under Admin → Connections or in the configuration.');
    const tested = await testAll(core, ids);
    out.result(tested, () =>
      tested.map(({ connection, ok, message }) => `${ok ? '✓' : '✗'} ${connection.padEnd(8)} ${printable(message)}`).join('\n'),
    );
    if (tested.some(({ ok }) => !ok)) process.exitCode = 1;
  });
}

interface TestOptions extends Shared {
  posts?: boolean;
}

/** Part after part, so that Ctrl+C ends it between two requests. */
async function checkModel(core: Core): Promise<ModelCheckPart[]> {
  const parts: ModelCheckPart[] = [];
  do {
    const asked = { part: parts.length, way: parts[0]?.way ?? null };
    const part = await core.instance.connections.checkModel(systemActor, {}, asked);
    if (!part.ok) throw new AppError('unavailable', part.message);
    parts.push(part);
  } while (parts.length < (parts[0]?.parts ?? 0));
  return parts;
}

const answerOf = (isLead: boolean | null): string => (isLead === null ? 'nothing valid' : isLead ? 'a lead' : 'no lead');

function showCheck({ posts, valid, right, secondsPerPost, costPerPost, wrong }: ModelCheck, way: Way | null): string {
  const lines = [
    ['Valid answers', `${valid} of ${posts}`],
    ['Right answers', `${right} of ${posts}`],
    ['Seconds per post', secondsPerPost.toFixed(1)],
    ['Cost per 1,000 posts', costPerPost === null ? 'unknown (set ai.prices)' : `$${(1000 * costPerPost).toFixed(2)}`],
    ...(way === null ? [] : [['Asked with', wayTexts[way]]]),
  ];
  return [
    ...lines.map(([name = '', value = '']) => `${name.padEnd(22)}${value}`),
    ...wrong.map(({ text, expected, said }) => `✗ ${printable(text)}: ${answerOf(expected)}, the model says ${answerOf(said)}`),
  ].join('\n');
}

/** The model judges 20 posts of which the answer is known. */
const runCheck = (shared: Shared): Promise<void> =>
  withCore(shared, async (core, out) => {
    chosenFrom(core.instance.connections.list(systemActor).items, 'model');
    out.say('The model scores 20 sample posts. This can take minutes on a computer without a graphics card.');
    const parts = await checkModel(core);
    const [way, check] = [parts[0]?.way ?? null, summarizeCheck(parts)];
    out.result({ way, ...check }, () => showCheck(check, way));
    if (check.valid < check.posts) process.exitCode = 1;
  });

function runTestOr(given: string | undefined, { posts, ...shared }: TestOptions): Promise<void> {
  if (posts !== true) return runTest(given, shared);
  if (given !== undefined && given !== 'model')
    throw new AppError('invalid', '--posts is for the model: earshot connections test model --posts');
  return runCheck(shared);
}

export function addConnectionCommands(program: Command): void {
  const connections = noun(program, 'connections', 'Show and test what Earshot is connected to');
  leaf(connections, {
    usage: 'list',
    about: 'List connections, their values without secrets, and what sets each of them',
    example: 'earshot connections',
    isDefault: true,
  }).action(runList);
  leaf(connections, {
    usage: 'test [name]',
    about: 'Test reddit, model, email, or stripe; without a name, all that are set up. Sends no email. Exits with 1 if a test fails',
    example: 'earshot connections test model --posts',
  })
    .option(
      '--posts',
      'have the model score 20 sample posts: how many answers are valid and right, and what a post costs in time and money',
    )
    .action(runTestOr);
}
