import '../lib/schemas-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Moon, Sun } from 'lucide-react';
import { startTheme, accents, useTheme } from '#web/lib/theme.ts';
import { ToastRegion } from '#web/ui/toast-region.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import '../styles/index.css';
import { AccentPicker } from '#web/ui/accent-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { Logo, Wordmark } from '#web/ui/logo.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ButtonKit, ChoiceKit, InputKit, TabsKit } from './controls.tsx';
import { ChartKit, FactsKit, FunnelKit, HeatMapKit, ListStateKit, TableKit, VirtualListKit } from './data.tsx';
import { FloatKit, ToastKit } from './floats.tsx';
import { Kit, KitRow } from './kit.tsx';
import { CoverageKit, LabelKit, NoteKit, RuleKit, ScoreKit } from './status.tsx';

const swatches: readonly [name: string, paint: string, use: string][] = [
  ['background', 'bg-background', 'shell'],
  ['surface', 'bg-surface', 'page, reader'],
  ['raised', 'bg-raised', 'what floats'],
  ['sunken', 'bg-sunken', 'wells, tracks'],
  ['border', 'bg-border', 'hairlines'],
  ['control', 'bg-control', 'edges of fields'],
  ['muted', 'bg-muted', 'second text'],
  ['text', 'bg-text', 'text'],
  ['primary', 'bg-primary', 'match, action, current'],
  ['primary-soft', 'bg-primary-soft', 'selected'],
  ['mark', 'bg-mark', 'evidence'],
  ['good', 'bg-good', 'ok'],
  ['warn', 'bg-warn', 'look'],
  ['bad', 'bg-bad', 'wrong'],
];

function ColorKit() {
  return (
    <Kit title="Color">
      <div className="flex flex-wrap gap-x-3 gap-y-4">
        {swatches.map(([name, paint, use]) => (
          <div key={name} className="w-28 text-12">
            <div className={`mb-1.5 h-10 rounded-md inset-ring inset-ring-border ${paint}`} />
            <b className="font-medium">{name}</b>
            <p className="text-muted">{use}</p>
          </div>
        ))}
      </div>
    </Kit>
  );
}

function TypeKit() {
  return (
    <Kit title="Type" note="Inter, 12 13 14 16 20 28">
      <p className="text-28 font-semibold tracking-[-.02em]">4 leads need an answer</p>
      <p className="text-20 font-semibold tracking-[-.012em]">Six clients, six spreadsheets</p>
      <p className="prose">16 on 1.6 for conversations. I'm looking for something that chases people politely.</p>
      <p>
        14 on 20 for lists and forms. <span className="text-13">13 for controls and tables.</span>{' '}
        <span className="text-12 text-muted">12 for facts beside the point, 1,284 and 12.4k.</span>
      </p>
      <KitRow label="Logo">
        <Logo />
        <Logo className="size-10" />
        <Wordmark>Earshot Pro</Wordmark>
      </KitRow>
    </Kit>
  );
}

/** Every component in every state, for development and visual checks. */
function UiShowcase() {
  const { dark, accent, setAccent, setPreference } = useTheme();
  return (
    <Page>
      <PageHeader
        title="Parts"
        lead={`Every part in every state. Both themes, ${accents.length} accents.`}
        actions={
          <>
            <AccentPicker value={accent} onChange={setAccent} dark={dark} />
            <Button variant="outline" icon={dark ? Sun : Moon} onClick={() => setPreference(dark ? 'light' : 'dark')}>
              {dark ? 'Light' : 'Dark'}
            </Button>
          </>
        }
      />
      <ColorKit />
      <TypeKit />
      <ButtonKit />
      <InputKit />
      <ChoiceKit />
      <TabsKit />
      <LabelKit />
      <ScoreKit />
      <CoverageKit />
      <TableKit />
      <VirtualListKit />
      <ChartKit />
      <FunnelKit />
      <HeatMapKit />
      <FactsKit />
      <RuleKit />
      <FloatKit />
      <ToastKit />
      <NoteKit />
      <ListStateKit />
    </Page>
  );
}

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
