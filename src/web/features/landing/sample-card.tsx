import { Badge } from '#web/ui/badge.tsx';
import { EvidenceProvider, EvidenceText } from '#web/ui/evidence.tsx';
import { Score } from '#web/ui/score.tsx';
import { WhyBars } from '#web/ui/why.tsx';
import { sample } from './sample.ts';
import { landingTexts } from './texts.ts';

export function SampleCard() {
  return (
    <figure className="rounded-[12px] border bg-surface">
      <figcaption className="flex items-center gap-2 border-b border-line px-6 py-3 text-12 text-muted max-md:px-4">
        <span className="flex-1">{landingTexts.sampleCaption}</span>
        <Badge tone="outline">{landingTexts.sample}</Badge>
      </figcaption>
      <EvidenceProvider evidence={sample.evidence}>
        <div className="px-6 py-5 max-md:p-4">
          <div className="flex items-start gap-3">
            <Score value={sample.score} />
            <div className="min-w-0">
              <p className="text-16 leading-[22px] font-semibold tracking-[-.008em] text-pretty">{sample.title}</p>
              <p className="mt-1 text-12 text-muted">{[sample.subreddit, sample.author, sample.age].join(' · ')}</p>
            </div>
          </div>
          <div className="mt-4">
            <EvidenceText text={sample.body} />
          </div>
          <div className="mt-5 border-t pt-4">
            <p className="mb-3 text-13 text-muted">{landingTexts.why(sample.score)}</p>
            <WhyBars reasons={sample.reasons} columns={2} />
          </div>
        </div>
      </EvidenceProvider>
    </figure>
  );
}
