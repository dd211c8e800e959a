import { lateDialog } from '#web/ui/late-dialog.tsx';

export const KeysHelp = lateDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog);
