import './lib/schemas-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { basePath, inApp } from './lib/base-path.ts';
import { session } from './lib/browser-session.ts';
import { guardHistory } from './lib/unsaved-guard.ts';
import { startTheme } from './lib/theme.ts';
import { preloadPage, routes } from './routes.tsx';
import './styles/index.css';

guardHistory(window);
startTheme();
void session.start();
preloadPage(inApp(window.location.pathname));

// Without it the app works too, so that it waits for everything else, and a refusal is no failure.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener(
    'load',
    () => void import('./lib/service-worker.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined),
  );

const App = () => useRoutes(routes);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
