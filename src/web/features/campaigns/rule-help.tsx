import { BookOpen } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { editorTexts as texts } from './texts.ts';

const examples = [
  ['invoice tool', 'both words'],
  ['"late payment"', 'these words side by side'],
  ['tool OR app', 'one of them'],
  ['invoice NOT template', 'or: invoice -template'],
  ['(tool OR app) invoice', 'groups'],
  ['invoic*', 'every word that begins so'],
  ['title:deposit', 'only in the title; also body, author, subreddit, flair, site, lang'],
  ['type:comment', 'only comments; or type:post'],
] as const;

export function RuleHelp() {
  return (
    <Popover
      label={texts.ruleHelp}
      align="end"
      className="w-96"
      trigger={
        <Button variant="ghost" size="sm" icon={BookOpen}>
          {texts.ruleHelp}
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-13">
        {examples.map(([rule, words]) => (
          <div key={rule} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <code>{rule}</code>
            </dt>
            <dd className="text-soft-text">{words}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
