// `npm run audit`: known weaknesses in the packages of package-lock.json, asked of the npm registry. Says which data it used, and fails
// when it had none. Fails for a weakness in what is shipped, whatever its severity, and for a severe one in tools of the development.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])) }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.number().int().positive() }) }),
});
type Report = z.infer<typeof reportSchema>;

/** Null without an answer from the registry. */
function ask(args: readonly string[]): { report: Report } | { why: string } {
  const { stdout } = spawnSync('npm', ['audit', '--package-lock-only', '--json', ...args], { encoding: 'utf8', timeout: 120_000 });
  try {
    const answer: unknown = JSON.parse(stdout);
    const parsed = reportSchema.safeParse(answer);
    if (parsed.success) return { report: parsed.data };
    return { why: z.object({ message: z.string() }).safeParse(answer).data?.message ?? 'npm audit gave no report' };
  } catch {
    return { why: 'npm audit gave no answer' };
  }
}

const linesOf = ({ vulnerabilities }: Report, isReported: (severity: string) => boolean): string[] =>
  Object.entries(vulnerabilities)
    .filter(([, { severity }]) => isReported(severity))
    .map(([name, { severity, via }]) => {
      const first = via.find((cause) => typeof cause !== 'string');
      const names = via.filter((cause) => typeof cause === 'string');
      return `${severity}: ${name}${first ? `: ${first.title} ${first.url}` : ` (through ${names.join(', ')})`}`;
    });

const lock = readFileSync('package-lock.json');
const [all, shipped] = [ask([]), ask(['--omit=dev'])];
if ('why' in all || 'why' in shipped) {
  console.error(
    `No audit: the registry gave no advisories (${'why' in all ? all.why : 'why' in shipped ? shipped.why : ''}). Nothing is known about these packages.`,
  );
  process.exitCode = 1;
} else {
  const found = new Set([
    ...linesOf(shipped.report, () => true),
    ...linesOf(all.report, (severity) => /^(?:high|critical)$/.test(severity)),
  ]);
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  console.log(
    `Data: the advisories of the npm registry on ${new Date().toISOString()}, for the ${all.report.metadata.dependencies.total} packages of package-lock.json (sha256 ${digest}…).`,
  );
  for (const line of found) console.error(line);
  console.log(found.size === 0 ? 'No known weakness.' : `${found.size} known weaknesses.`);
  process.exitCode = found.size === 0 ? 0 : 1;
}
