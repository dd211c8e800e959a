import { t } from './language.ts';
import { toast } from '#web/ui/toaster.tsx';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(t('Copied'));
  } catch {
    toast.error(t("Couldn't copy. Select the text and copy it yourself."));
  }
}
