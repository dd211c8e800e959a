import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { lightContract } from './vite.contract.ts';
import { preloadFirst } from './vite.preload.ts';

const inUse = /[\\/]src[\\/]web[\\/](?:ui|lib)[\\/]|lucide-react|react-slot|react-hot-toast|node_modules[\\/]react[\\/]/;
const opensLater = /(?:dialog|sheet|focus-return|command|combobox|chart|panel|bubble|toaster|windowed|showcase|lib[\\/]form\.ts)/;

/** The seed wants every chunk under static/js; styles, fonts and pictures follow beside it. */
export default defineConfig({
  root: fileURLToPath(new URL('./src/web', import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    lightContract(fileURLToPath(new URL('./src/shared/', import.meta.url))),
    preloadFirst(/inter-latin-opsz-normal.*\.woff2$/),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The list of what each chunk brings along weighs 4 kB, which every first view would wait for. Pages are fetched at once instead (routes.tsx).
    modulePreload: false,
    manifest: true,
    rollupOptions: {
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: 'static/media/[name]-[hash][extname]',
        codeSplitting: {
          // Small things that many pages share are one file: packed together they weigh less, and are asked for once.
          groups: [
            { name: 'parts', minShareCount: 8, test: (id) => inUse.test(id) && !opensLater.test(id) },
            { name: 'icons', minShareCount: 2, test: /lucide-react[\\/]dist[\\/]esm[\\/]icons/, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
