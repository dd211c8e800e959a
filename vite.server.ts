import http from 'node:http';
import { utimes } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Packages import optional ones, such as drivers of other databases, that aren't installed. */
function leaveOutMissing(): Plugin {
  return {
    name: 'leave-out-missing',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (!importer?.includes('node_modules')) return null;
      return (await this.resolve(id, importer, { ...options, skipSelf: true })) ?? { id, external: true };
    },
  };
}

const httpId = '\0http';
/** All exports of `node:http` except those that make it load the engine's own fetch: WebSocket, CloseEvent, and MessageEvent. */
const httpNames = Object.keys(http).filter((name) => !/^(?:WebSocket|.*Event|globalAgent|maxHeaderSize)$/.test(name));

/**
 * An `import` of node:http reads every export, one of which loads the engine's own fetch: 14 MB for nothing. A `require` doesn't.
 */
function requireHttp(): Plugin {
  return {
    name: 'require-http',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) => (/^(?:node:)?http$/.test(id) && kind !== 'require-call' ? httpId : null),
    load: (id) =>
      id === httpId
        ? `import { createRequire } from 'node:module';
const http = createRequire(import.meta.url)('node:http');
export default http;
export const { ${httpNames.join(', ')} } = http;`
        : null,
  };
}

/** Bundles a thread's module, referenced as `new URL('./x-worker.ts', import.meta.url)`, into its own file with all imports. */
function bundleWorkers(): Plugin {
  return {
    name: 'bundle-workers',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('worker:') ? { id, external: true } : null),
    transform(code, id) {
      const [whole = '', name = ''] = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/.exec(code) ?? [];
      if (name === '') return null;
      this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${name}.ts`), fileName: `${name}.js` });
      // The scheme keeps the file from being copied as data.
      return code.replace(whole, `new URL('worker:${name}.js', import.meta.url)`);
    },
    renderChunk: (code) => ({ code: code.replaceAll('"worker:', '"') }),
  };
}

/** Sets the bundle's modification time to the start of the build: a source saved during the build is newer (see bin/earshot). */
function dateAtStart(): Plugin {
  let started = new Date();
  return {
    name: 'date-at-start',
    buildStart: () => void (started = new Date()),
    writeBundle: ({ dir = '.' }) => utimes(`${dir}/main.js`, started, started),
  };
}

/** The server and the command line as a few JavaScript files, with the data files they read. */
export default defineConfig({
  publicDir: false,
  plugins: [requireHttp(), leaveOutMissing(), bundleWorkers(), dateAtStart()],
  ssr: { noExternal: true, external: ['sqlite3', 'onnxruntime-node'] },
  build: {
    ssr: true,
    emitAssets: true,
    reportCompressedSize: false,
    outDir: at('./dist/server'),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: at('./src/cli/main.ts') },
      // Copies each file of a `new URL('./file', import.meta.url)`; a missing one fails the build.
      experimental: { resolveNewUrlToAsset: true },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
    },
  },
});
