// Makes the npm package `earshot` in dist/, or in the folder given, which holds what was built: `npm run pack` builds first. It holds what the image holds (Dockerfile): the launcher, the
// built server and web app, and the model's runtime. Only sqlite3 is left to install, so `npx earshot` brings a handful of packages.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** Windows lacks the launcher's `env`; there, the image runs. */
const platforms = { linux: ['x64', 'arm64'], darwin: ['arm64'] };
const [dist = 'dist'] = process.argv.slice(2);
const stage = `${dist}/package`;
const runtime = ['onnxruntime-common', 'onnxruntime-node'];

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  [key: string]: unknown;
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
const installed = (name: string): Manifest => manifestOf(`node_modules/${name}`);
const copy = (path: string, isWanted: (path: string) => boolean = () => true, from = path): void =>
  cpSync(from, `${stage}/${path}`, { recursive: true, filter: isWanted });
const writeManifest = (folder: string, manifest: object): void =>
  writeFileSync(`${stage}/${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);

/** Without its install script, which would download code for graphics cards, and without the packages that only the script needs. */
function bundleRuntime(): void {
  for (const name of runtime) {
    const { version, license, main } = installed(name);
    copy(`node_modules/${name}/dist`, (path) => !/\.(?:map|d\.ts)$|\/esm$/.test(path));
    writeManifest(`node_modules/${name}`, { name, version, license, main });
  }
  const bin = 'node_modules/onnxruntime-node/bin/napi-v6';
  for (const [os, processors] of Object.entries(platforms)) {
    for (const processor of processors) {
      // Of two copies of the same library, the binding loads this one.
      copy(`${bin}/${os}/${processor}`, (path) => !/\.\d+\.\d+\.\d+\.dylib$/.test(path));
    }
  }
}

function stagePackage(): void {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const path of ['bin', 'licenses', 'LICENSE', 'README.md', 'CHANGELOG.md']) copy(path);
  copy('dist/web', undefined, `${dist}/web`);
  copy('dist/server', (path) => basename(path) !== 'compile-cache', `${dist}/server`);
  bundleRuntime();
  writeFileSync(`${stage}/sbom.cdx.json`, execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx']));
  const { name, version, description, keywords, license, bin, type, engines } = manifestOf('.');
  const repository = process.env['GITHUB_REPOSITORY'];
  writeManifest('.', {
    name,
    version,
    description,
    keywords,
    license,
    type,
    bin,
    engines,
    ...(repository && { repository: { type: 'git', url: `git+https://github.com/${repository}.git` } }),
    os: Object.keys(platforms),
    files: ['bin', 'dist', 'licenses', 'CHANGELOG.md', 'sbom.cdx.json'],
    dependencies: Object.fromEntries([...runtime, 'sqlite3'].map((each) => [each, installed(each).version])),
    bundleDependencies: runtime,
  });
}

stagePackage();
const options = ['pack', resolve(stage), '--pack-destination', dist, '--json', '--ignore-scripts'];
const [packed] = JSON.parse(execFileSync('npm', options, { encoding: 'utf8' })) as { filename: string }[];
if (!packed) throw new Error('npm packed nothing');
const file = `${dist}/${packed.filename}`;
console.log(`${file}: ${Math.round(statSync(file).size / 1e6)} MB`);
