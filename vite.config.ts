import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { companion } from './vite.companion.ts';
import { lightContract } from './vite.contract.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Small modules that every page needs: as one file with what they import, they are smaller, and pages wait for fewer. */
const parts =
  /src\/web\/(?:ui\/(?:badge|boundary|button|class-names|kbd|lazy|spinner|states|tooltip)|lib\/(?:cell|chunk|failure|hotkey|log|media|public-settings|show-toast|time-ago)|shell\/(?:navigation|texts))\.tsx?$|src\/shared\/(?:product|system)\.ts$/;
const icons =
  /lucide-react\/dist\/esm\/(?:icons\/(?:alarm-clock|archive|arrow-up|audio-lines|ban|bookmark|calendar|circle-check|circle-exclamation-point|download|ear|list|loader-circle|message-square|moon|plus|radio|search|sun|trash|user-check|x)|createLucideIcon)\./;

const firstPages = /\/(?:landing|login|register|dashboard|leads|posts)-page-/;

/** Lists the files of the app in the document: its script only loads the language before, and they must not wait for that. */
const listApp: Plugin = {
  name: 'list-app',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/web/app.tsx'));
      const entry = chunks.find(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('/src/web/index.html'));
      const files = app ? [app.fileName, ...app.imports].filter((file) => file !== entry?.fileName && !entry?.imports.includes(file)) : [];
      return files.map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head' }));
    },
  },
};

/** Every script is served from static/js; styles, fonts, and images are next to it. */
export default defineConfig(({ mode }) => ({
  root: at('./src/web'),
  // Its build for browsers decodes entities with innerHTML, which the Content-Security-Policy refuses (Trusted Types).
  resolve: { alias: { 'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')) } },
  plugins: [react(), tailwindcss(), lightContract(at('./src/shared/')), companion(), listApp],
  // Documents name their files from the root of the host, which the server adapts; everything else finds them from where it is.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: at('./dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The document lists what the first script imports, and that script what these pages import: one step instead of up to four.
    // Lists for all pages would add 8 kB to every first view.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) => (hostType === 'html' || firstPages.test(file) ? files : []),
    },
    manifest: true,
    rollupOptions: {
      // Every component in every state, for development.
      input: [at('./src/web/index.html'), ...(mode === 'development' ? [at('./src/web/showcase/index.html')] : [])],
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        // The first view lists all their names, and hashes don't compress. Seven characters are the least that the bundler takes.
        chunkFileNames: 'static/js/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // What the language needs runs before it is known: apart from everything that has texts.
            {
              name: 'language',
              test: /src\/web\/lib\/(?:language|theme)\.ts$|src\/shared\/language\.ts|node_modules\/react\//,
              priority: 1,
            },
            { name: 'parts', test: (id) => parts.test(id) || icons.test(id) },
          ],
        },
        assetFileNames: 'static/media/[name]-[hash][extname]',
      },
    },
  },
}));
