import { Download } from 'lucide-react';
import { useState } from 'react';
import { companionRoutes, companionZip } from '#shared/companion.ts';
import { call } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { basePath } from '#web/lib/base-path.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { bookmarkletFor } from './bookmarklet.ts';
import { Secret } from './fields.tsx';
import { companionTexts as texts } from './texts.ts';

const address = window.location.origin + basePath;

export function Companion() {
  return (
    <div className="flex flex-col gap-10">
      <Section title={texts.tab}>
        <p className="pt-4 text-soft-text">{texts.about}</p>
        <ol className="flex list-decimal flex-col gap-3 py-4 pl-5">
          <li>
            <Button variant="outline" icon={Download} asChild>
              <a href={`${basePath}/${companionZip}`} download>
                {texts.download}
              </a>
            </Button>
          </li>
          <li>
            {texts.load.map((way) => (
              <p key={way} className="pb-2 last:pb-0">
                {way}
              </p>
            ))}
          </li>
          <li>{texts.click}</li>
          <li>
            {texts.connect(address)}
            <Pairing />
          </li>
        </ol>
      </Section>
      <Section title={texts.bookmarklet}>
        <p className="pt-4 text-soft-text">{texts.bookmarkletAbout}</p>
        <p className="pt-4">
          <Bookmarklet />
        </p>
      </Section>
    </div>
  );
}

function Pairing() {
  const [code, setCode] = useState<string | null>(null);
  const { isBusy, failure, start } = useAction();
  return (
    <div className="flex flex-col items-start gap-3 pt-3">
      <Button busy={isBusy} onClick={() => void start(async () => setCode((await call(companionRoutes.code, {})).code))}>
        {texts.getCode}
      </Button>
      {failure ? <p role="alert">{failure}</p> : null}
      {code === null ? null : <Secret note={texts.codeNote} secret={code} />}
    </div>
  );
}

/** React refuses addresses that are scripts. This one does nothing here: the page's policy forbids it. */
const asBookmarklet = (link: HTMLAnchorElement | null): void => link?.setAttribute('href', bookmarkletFor(address));

const Bookmarklet = () => (
  <Button variant="outline" asChild>
    {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- set by the ref */}
    <a ref={asBookmarklet} draggable>
      {texts.bookmarkletName}
    </a>
  </Button>
);
