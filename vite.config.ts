import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { chunkGroups, refuseCircles } from './vite.chunks.ts';
import { lightContract } from './vite.contract.ts';
import { preloadFirst, preloadPages } from './vite.preload.ts';

const webRoot = fileURLToPath(new URL('./src/web', import.meta.url));

/** Every script is served from static/js; styles, fonts, and images are next to it. */
export default defineConfig({
  root: webRoot,
  plugins: [
    react(),
    tailwindcss(),
    lightContract(fileURLToPath(new URL('./src/shared/', import.meta.url))),
    preloadFirst(/inter-latin-opsz-normal.*\.woff2$/),
    preloadPages(webRoot),
    refuseCircles(),
  ],
  // Documents name their files from the root of the host, which the server adapts; everything else finds them from where it is.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The preload map of all chunks is 4 kB, which would delay every first view. The pages' documents list their chunks instead
    // (vite.preload.ts).
    modulePreload: false,
    manifest: true,
    rollupOptions: {
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: 'static/media/[name]-[hash][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
