import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/** Preloads what every page needs in parallel with the first script. */
export function preloadFirst(font: RegExp): Plugin {
  return {
    name: 'preload-first',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, chunk }) => {
        const scripts = chunk?.imports ?? [];
        const fonts = Object.keys(bundle ?? {}).filter((file) => font.test(file));
        return [
          ...scripts.map((file) => link({ rel: 'modulepreload', crossorigin: '', href: `/${file}` })),
          ...fonts.map((file) => link({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` })),
        ];
      },
    },
  };
}

const entryLine = /page\('([^']*)', \(\) => import\('([^']*)'\)/g;

interface Entry {
  path: string;
  module: string;
}

/** Parses `pages.ts` in `webRoot` without running it. */
function readEntries(webRoot: string): { shell: Entry; entries: Entry[] } {
  const found = [...readFileSync(resolve(webRoot, 'pages.ts'), 'utf8').matchAll(entryLine)];
  const entries = found.map(([, path = '', module = '']) => ({ path, module: resolve(webRoot, module) }));
  const shell = entries.find(({ module }) => module.endsWith('shell.tsx'));
  if (!shell) throw new Error('pages.ts names no shell');
  return { shell, entries: entries.filter((entry) => entry !== shell) };
}

/** The chunk of a module and everything it statically imports. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === module);
  if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk for ${module}`);
  const found = new Set<string>();
  const collect = (name: string): void => {
    const file = bundle[name];
    if (found.has(name) || file?.type !== 'chunk') return;
    found.add(name);
    file.imports.forEach(collect);
  };
  collect(chunk.fileName);
  return [...found];
}

/** Where the server finds the document of a path: under `pages/`, with `_` for variable segments. */
const documentOf = (path: string): string => `pages/${path.slice(1).replaceAll(/:[^/]+/g, '_') || 'index'}.html`;

/** Writes a document for each path that lists its page's chunks, to load them in parallel with the first script. */
export function preloadPages(webRoot: string): Plugin {
  return {
    name: 'preload-pages',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html'];
        if (html?.type !== 'asset') throw new Error('The build has no index.html');
        const source = String(html.source);
        const { shell, entries } = readEntries(webRoot);
        for (const { path, module } of entries) {
          const around = path.startsWith(shell.path) ? filesOf(shell.module, bundle) : [];
          const files = new Set([...around, ...filesOf(module, bundle)].filter((file) => !source.includes(file)));
          const links = [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
          this.emitFile({ type: 'asset', fileName: documentOf(path), source: source.replace('</head>', `${links.join('')}</head>`) });
        }
      },
    },
  };
}
