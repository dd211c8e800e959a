import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { blacklistRoutes } from '#shared/blacklist.ts';
import { useApi } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { saveText } from '#web/lib/save-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { blacklistCsv } from './blacklist-csv.ts';
import { BlacklistEntries } from './blacklist-entries.tsx';
import { AddEntry, ImportDialog } from './blacklist-forms.tsx';
import { Loaded } from './request-state.tsx';
import { blacklistTexts as texts } from './texts.ts';

export function BlacklistPage() {
  usePageTitle(texts.title);
  const answer = useApi(blacklistRoutes.list, {});
  const [importing, setImporting] = useState(false);
  const save = () => saveText(blacklistCsv(answer.data?.items ?? []), { name: 'blacklist.csv', type: 'text/csv' });
  return (
    <Page>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <Button variant="outline" icon={Upload} onClick={() => setImporting(true)}>
              {texts.import}
            </Button>
            <Button variant="outline" icon={Download} disabled={!answer.data?.items.length} onClick={save}>
              {texts.export}
            </Button>
          </>
        }
      />
      <AddEntry />
      <Loaded answer={answer} columns={5} isEmpty={({ items }) => items.length === 0} empty={texts.empty}>
        {({ items }) => <BlacklistEntries entries={items} />}
      </Loaded>
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </Page>
  );
}
