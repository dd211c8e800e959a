import { useState } from 'react';
import { adminRoutes, type AdminUser } from '#shared/admin.ts';
import { billingRoutes } from '#shared/billing.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Select } from '#web/ui/select.tsx';
import { planTexts as texts } from './texts.ts';

/** Gives an account a plan without a payment. */
export function PlanDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data } = useApi(billingRoutes.billing, {});
  const [plan, setPlan] = useState(user.plan);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const options = (data?.plans ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(adminRoutes.changeUser, { params: { id: user.id }, body: { plan } });
      markStale(['/admin', '/billing']);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.failed);
      setBusy(false);
    }
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{texts.title(user.username)}</DialogTitle>
          <DialogDescription>{texts.text}</DialogDescription>
        </DialogHeader>
        <div className="mt-4 flex flex-col gap-4">
          {failure === null ? null : <Note tone="bad">{failure}</Note>}
          <Field label={texts.label}>
            <Select
              full
              options={options}
              value={options.some(({ value }) => value === plan) ? plan : ''}
              onChange={setPlan}
              placeholder={texts.choose}
            />
          </Field>
        </div>
        <DialogFooter>
          <Button busy={busy} disabled={plan === user.plan} onClick={() => void save()}>
            {texts.save}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
