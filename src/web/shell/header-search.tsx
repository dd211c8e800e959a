import { useRef, type SubmitEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useGo } from '#web/lib/unsaved-guard.ts';
import { useHotkey } from '#web/lib/hotkey.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { postSearchPath } from './search-path.ts';
import { shellTexts } from './texts.ts';

export function HeaderSearch({ className }: { className?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const go = useGo();
  const { pathname, search } = useLocation();
  const asked = pathname === '/dashboard/posts' ? (new URLSearchParams(search).get('q') ?? '') : '';
  useHotkey('/', () => field.current?.select());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    go(postSearchPath(field.current?.value ?? ''));
  };
  return (
    <search className={className}>
      <form onSubmit={submit}>
        <SearchInput
          key={asked}
          ref={field}
          name="q"
          defaultValue={asked}
          aria-label={shellTexts.search}
          placeholder={shellTexts.search}
          maxLength={300}
          autoComplete="off"
          className="[&_input]:border-border [&_input]:text-13"
          end={<Kbd>/</Kbd>}
        />
      </form>
    </search>
  );
}
