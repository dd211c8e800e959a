import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { build, type Plugin } from 'vite';
import { companionZip } from './src/shared/companion.ts';
import { languages } from './src/shared/language.ts';
import { lightContract } from './vite.contract.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const sources = at('./src/companion');
/** Scripts of pages and of the background are single files. */
const formats = { background: 'iife', content: 'iife', options: 'es' } as const;

async function buildScripts(folder: string): Promise<void> {
  for (const [name, format] of Object.entries(formats))
    await build({
      configFile: false,
      root: sources,
      publicDir: false,
      logLevel: 'warn',
      plugins: [lightContract(at('./src/shared/'))],
      build: {
        outDir: folder,
        emptyOutDir: false,
        modulePreload: false,
        target: 'es2023',
        reportCompressedSize: false,
        rolldownOptions: { input: join(sources, `${name}.ts`), output: { format, entryFileNames: `${name}.js` } },
      },
    });
}

interface Manifest {
  description: string;
  action: { default_title: string };
}

/** What browsers say of an extension themselves, in every language that there is. */
async function writeLocales(folder: string, { description, action }: Manifest): Promise<void> {
  for (const language of languages) {
    const file = at(`./src/shared/languages/${language}-companion.json`);
    const texts = language === 'en' ? {} : (JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
    const said = (text: string) => ({ message: texts[text] ?? text });
    await mkdir(join(folder, '_locales', language), { recursive: true });
    const messages = { description: said(description), title: said(action.default_title) };
    await writeFile(join(folder, '_locales', language, 'messages.json'), JSON.stringify(messages, null, 2));
  }
}

async function copyRest(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(at('./package.json'), 'utf8')) as { version: string };
  const manifest = JSON.parse(await readFile(join(sources, 'manifest.json'), 'utf8')) as Manifest;
  await writeLocales(folder, manifest);
  const said = { description: '__MSG_description__', action: { ...manifest.action, default_title: '__MSG_title__' }, default_locale: 'en' };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...said, version: version.split('-')[0] }, null, 2));
  for (const name of ['options.html', 'options.css']) await cp(join(sources, name), join(folder, name));
  await cp(at('./src/web/public/icon-192.png'), join(folder, 'icon.png'));
}

/** The same bytes from the same files. */
async function zip(folder: string): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  for (const path of paths.toSorted()) files[path.replaceAll('\\', '/')] = await readFile(join(folder, path));
  return zipSync(files, { level: 9, mtime: '1990-01-01T00:00:00Z' });
}

/** The browser extension: a folder beside the web app's, to load as it is, and the same as a file that the web app offers. */
export function companion(): Plugin {
  let webRoot = '';
  return {
    name: 'companion',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => void (webRoot = resolve(root, outDir)),
    async writeBundle() {
      const folder = join(webRoot, '../companion');
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await buildScripts(folder);
      await copyRest(folder);
      await writeFile(join(webRoot, companionZip), await zip(folder));
    },
  };
}
