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
createRoot(root).render(
  <StrictMode>
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  </StrictMode>,
);
