import { channelRoutes } from '#shared/notify.ts';
import { useApi } from '#web/lib/api.ts';
import { Note } from '#web/ui/note.tsx';
import { channelTexts as texts } from './texts.ts';

/** The address emails go to, or what the operator has to configure first. */
export function EmailNote() {
  const mail = useApi(channelRoutes.list, {}).data?.mail;
  if (!mail) return null;
  if (!mail.configured) return <Note tone="warn">{texts.noEmail}</Note>;
  return (
    <Note tone="info">
      {texts.emailTo(mail.address)} {mail.hasLinks ? null : texts.noLinks}
    </Note>
  );
}
