import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useRoutes } from 'react-router-dom';
import { basePath, inApp } from './lib/base-path.ts';
import { session } from './lib/browser-session.ts';
import { guardHistory } from './lib/unsaved-guard.ts';
import { preloadPage, routes } from './routes.tsx';

guardHistory(window);
void session.start();
preloadPage(inApp(window.location.pathname));

const App = () => useRoutes(routes);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
const show = () =>
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter basename={basePath}>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
const opened = session.getState();
if (opened.status === 'authenticated')
  // What is kept is there sooner than any response; where it isn't, nobody waits for it.
  void Promise.race([
    import('./lib/kept.ts').then((kept) => kept.hydrate(opened.user, opened.token)),
    new Promise((end) => setTimeout(end, 300)),
  ])
    .catch(() => {})
    .then(show);
else show();
