import { once } from 'node:events';
import type { Command } from 'commander';
import type { Core } from '#core/open.ts';
import { ownToken } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import { leaf, toolsOf, type Shared, actingUser, withCore } from '../command.ts';

/** npm passes on a Ctrl+C that the terminal has already sent to everything it runs. */
const repeatedMs = 1000;

/** Resolves with the first signal that asks the process to end; the next one that somebody sends ends it immediately. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (askedAt !== null && performance.now() - askedAt > repeatedMs) process.exit(1);
        askedAt ??= performance.now();
        resolve(signal);
      });
    }
  });
}

/** A URL that a browser can open. */
export const openable = (url: string): string => url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])/, '//localhost');

/**
 * An uncaught error leaves unknown state behind, so it is logged in full and the process exits for its supervisor to restart it.
 */
function endOnBug(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}

/** Supervisors kill a process that takes longer. That is safe, because everything acknowledged is stored. */
const maxStopMs = 8_000;

/** A thread that is in native code while the process exits would abort it. */
function endInTime(log: Log, core: Core): void {
  setTimeout(() => {
    log.warn('work did not end in time; it goes on after the next start');
    void core.discovery.endScoring().finally(() => process.exit(0));
  }, maxStopMs).unref();
}

async function startServing(core: Core, onListening: (url: string) => void): Promise<{ stop(): Promise<unknown> }> {
  const [{ checkSchedules, startJobs }, { serve }] = await Promise.all([import('#jobs/scheduler.ts'), import('#server/main.ts')]);
  const hasJobs = core.config.jobs.enabled;
  if (hasJobs) checkSchedules(core);
  const server = await serve(core);
  onListening(server.url);
  void core.reserve.keep();
  try {
    const stopJobs = hasJobs ? await startJobs(core) : async () => {};
    return { stop: () => Promise.all([server.close(), stopJobs()]) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function runServe(shared: Shared): Promise<void> {
  const { config, out } = toolsOf(shared);
  const [{ createLog }, { openCore }, { folderFailure }] = await Promise.all([
    import('#core/platform/log.ts'),
    import('#core/open.ts'),
    import('#core/platform/db/failure.ts'),
  ]);
  const log = await createLog(config.log.level, process.stderr.isTTY);
  endOnBug(log);
  const core = await openCore(config, { log, hold: 'own', discovery: { scoringThread: true } });
  try {
    const asked = untilSignal();
    const { setUpCode } = await core.accounts.users.registrationState();
    const sayListening = (url: string): void => {
      out.say(`Earshot is listening on ${openable(config.http.publicUrl || url)}`);
      if (setUpCode !== null) out.say(`Set-up code for the first account: ${setUpCode}`);
    };
    const { stop } = await startServing(core, sayListening).catch((error: unknown) => {
      throw folderFailure(config.dataDir, error) ?? error;
    });
    const signal = await asked;
    log.info({ signal }, 'stopping');
    endInTime(log, core);
    await stop();
  } finally {
    await core.close();
  }
}

export function addServe(program: Command): void {
  leaf(program, {
    usage: 'serve',
    about: 'Start the server and its scheduled jobs',
    example: 'EARSHOT_HTTP__PORT=8080 earshot serve',
  }).action(runServe);
}

interface McpOptions extends Shared {
  user?: string;
}

const runMcp = (options: McpOptions) =>
  withCore(options, async (core) => {
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createMcpServer, grantedTools } = await import('#server/mcp/server.ts');
    const token = ownToken();
    const read = () => core.accounts.tokens.actorFrom(token);
    /** A role in the workspace may have changed since the start. */
    const check = async (granted: number): Promise<void> => {
      if (grantedTools(await read()).length < granted)
        throw new AppError('forbidden', 'You may do less in this workspace now. Restart this server.');
    };
    const server =
      token === ''
        ? createMcpServer(core, await actingUser(core, options.user), { granted: ['find_conversations', 'draft_reply'] })
        : await read().then((actor) => {
            const granted = grantedTools(actor);
            return createMcpServer(core, actor, { granted, check: () => check(granted.length) });
          });
    await server.connect(new StdioServerTransport());
    // The client ends the server by closing our stdin.
    await once(process.stdin, 'close');
    await server.close();
  });

export function addMcp(program: Command): void {
  leaf(program, {
    usage: 'mcp',
    about:
      'Start an MCP server over stdin and stdout that gives AI assistants access to campaigns, posts, and leads, with the tools of an API token in $EARSHOT_TOKEN',
    example: 'earshot mcp --user ada@example.com',
  })
    .option('--user <email>', 'account to use without a token (required if there are several)')
    .action(runMcp);
}
