import { Ear } from 'lucide-react';
import { Score } from '#web/ui/score.tsx';
import { authTexts, samplePosts } from './texts.ts';

function FadedPost({ score, title }: { score: number; title: string }) {
  return (
    <li className="flex gap-4 py-2 leading-6 text-muted">
      <Score value={score} />
      <span>{title}</span>
    </li>
  );
}

/** Illustration: many faded posts and the one that matters. All invented. */
export function SampleFeed() {
  const { before, match, after } = samplePosts;
  const [lead = ''] = match.text.split(match.quote);
  return (
    <aside aria-label={authTexts.samplePosts} className="flex items-center border-l bg-background p-16 max-lg:hidden">
      <ul className="max-w-130">
        {before.map((voice) => (
          <FadedPost key={voice.title} {...voice} />
        ))}
        <li className="flex gap-4 py-5">
          <span className="mt-1">
            <Score value={match.score} />
          </span>
          <div>
            <p className="text-20 leading-8 tracking-[-.008em] text-soft-text">
              “{lead}
              <mark className="evidence">{match.quote}</mark>”
            </p>
            <p className="mt-2 flex items-center gap-1.5 text-13">
              <Ear aria-hidden className="text-primary" />
              {match.why}
              <span className="text-muted">{match.source}</span>
            </p>
          </div>
        </li>
        {after.map((voice) => (
          <FadedPost key={voice.title} {...voice} />
        ))}
      </ul>
    </aside>
  );
}
