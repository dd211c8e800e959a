import { toast } from '#web/ui/toaster.tsx';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    toast.error("Couldn't copy. Select the text and copy it yourself.");
  }
}
