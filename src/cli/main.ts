import { version } from '#shared/product.ts';

const lingerMs = 2_000;

/** Loads commands only when one is needed: `--version` works without them. */
async function main(argv: readonly string[]): Promise<void> {
  if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const { run } = await import('./run.ts');
  await run(argv);
  // Anything left open after an error must not keep the process alive.
  if (process.exitCode) setTimeout(() => process.exit(), lingerMs).unref();
}

// A reader that closes early (`earshot scan … | head`) ends the program without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
await main(process.argv);
