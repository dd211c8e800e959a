import '../lib/schemas-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { startTheme } from '#web/lib/theme.ts';
import { ToastRegion } from '#web/ui/toast-region.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { UiShowcase } from './showcase.tsx';
import '../styles/index.css';

startTheme();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <BrowserRouter>
      <UiShowcase />
      <ToastRegion isEmpty={false}>
        <Toaster />
      </ToastRegion>
    </BrowserRouter>,
  );
