import './lib/schemas-without-eval.ts';
import { loadCatalog } from './lib/language.ts';
import { startTheme } from './lib/theme.ts';
import './styles/index.css';

startTheme();
/** Nothing that has texts may be loaded before. */
const hasTexts = loadCatalog();
void hasTexts.then(async () => import('./app.tsx'));

// Without it the app works too, so that it waits for everything else, and a refusal is no failure.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener(
    'load',
    () =>
      void hasTexts
        .then(async () => import('./lib/service-worker.ts'))
        .then(({ registerWorker }) => registerWorker())
        .catch(() => undefined),
  );
