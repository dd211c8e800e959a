import type { Proposal } from '#shared/campaigns.ts';
import { useDraftText } from '#web/lib/draft-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { texts } from './texts.ts';
import { useProposal } from './use-proposal.ts';

const minLength = 12;
/** Key under which the text is kept until a campaign is created from it. */
export const descriptionKey = 'campaign description';

interface DescribeFieldProps {
  mode: 'basic' | 'smart';
  action: string;
  onProposal: (proposal: Proposal) => Promise<void> | void;
}

export function DescribeField({ mode, action, onProposal }: DescribeFieldProps) {
  const [description, setDescription] = useDraftText(descriptionKey);
  const { isBusy, error, setError, propose } = useProposal();
  const submit = () => {
    if (description.trim().length < minLength) setError(texts.describeNeeded);
    else void propose({ mode, description }, onProposal);
  };
  return (
    <form
      noValidate
      className="max-w-160"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) submit();
      }}
    >
      <Field label={texts.describe} hint={texts.describeHint} error={error}>
        <Textarea
          dir="auto"
          rows={5}
          maxLength={5000}
          value={description}
          placeholder={texts.describePlaceholder}
          onChange={(event) => {
            setDescription(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" className="mt-4" busy={isBusy}>
        {action}
      </Button>
    </form>
  );
}
