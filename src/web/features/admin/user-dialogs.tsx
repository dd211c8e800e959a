import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AdminInvitation, adminInvitationSchema, adminRoutes, type AdminUser } from '#shared/admin.ts';
import { billingRoutes } from '#shared/billing.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { type FieldErrors, useCheckedForm, useForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter, DialogForm, TitledDialog } from '#web/ui/dialog.tsx';
import { Field, Input, Select, FormFailure, InputField } from '#web/ui/field.tsx';
import { addUserTexts as texts, linkTexts, mergeTexts, planTexts, userTexts } from './texts.ts';

const roles = (['user', 'admin'] as const).map((value) => ({ value, label: userTexts.roles[value] }));
const fields = adminInvitationSchema.pick({ username: true, email: true });

/** Shows one dialog at a time; null closes it. */
export type ShowDialog = (dialog: ReactNode) => void;

/** Creates an account whose user sets the password with a link. */
export function AddUserDialog({ show }: { show: ShowDialog }) {
  const close = () => show(null);
  const [role, setRole] = useState<AdminInvitation['role']>('user');
  const form = useForm(fields, async (given) => {
    const { link, emailed } = await call(adminRoutes.inviteUser, { body: { ...given, role } });
    markStale(['/admin']);
    show(
      <LinkDialog
        title={texts.added(given.username)}
        text={(emailed ? texts.emailed : texts.passOn)(given.email)}
        link={link}
        onClose={close}
      />,
    );
  });
  return (
    <TitledDialog open onOpenChange={close} title={texts.title} text={texts.text}>
      <DialogForm form={form} submit={texts.add} cancel={texts.cancel}>
        <InputField form={form} label={texts.username} name="username" autoComplete="off" />
        <InputField form={form} label={texts.email} name="email" type="email" autoComplete="off" />
        <Field label={texts.role}>
          <Select full options={roles} value={role} onChange={setRole} />
        </Field>
      </DialogForm>
    </TitledDialog>
  );
}

/** Gives an account a plan without a payment. */
export function PlanDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { data } = useApi(billingRoutes.billing, {});
  const [plan, setPlan] = useState(user.plan);
  const { isBusy, failure, start } = useAction();
  const options = (data?.plans ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const save = async () => {
    await call(adminRoutes.changeUser, { params: { id: user.id }, body: { plan } });
    markStale(['/admin', '/billing']);
    onClose();
  };
  return (
    <TitledDialog open onOpenChange={onClose} title={planTexts.title(user.username)} text={planTexts.text}>
      <div className="mt-4 flex flex-col gap-4">
        <FormFailure form={{ failure }} />
        <Field label={planTexts.label}>
          <Select
            full
            options={options}
            value={options.some(({ value }) => value === plan) ? plan : ''}
            onChange={setPlan}
            placeholder={planTexts.choose}
          />
        </Field>
      </div>
      <DialogFooter>
        <Button busy={isBusy} disabled={plan === user.plan} onClick={() => void start(save)}>
          {planTexts.save}
        </Button>
      </DialogFooter>
    </TitledDialog>
  );
}

/** Makes everything of an account another one's. The name confirms which of them ends. */
export function MergeDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const check = (): { data: string } | { errors: FieldErrors } => {
    if (email.trim() === '') return { errors: { email: mergeTexts.missing } };
    return name === user.username ? { data: email.trim() } : { errors: { name: mergeTexts.confirm(user.username) } };
  };
  const form = useCheckedForm(check, async (address) => {
    const found = await call(adminRoutes.users, { query: { q: address, limit: 25 } });
    const into = found.items.find((one) => one.email.toLowerCase() === address.toLowerCase());
    if (!into) throw new Error(mergeTexts.unknown(address));
    await call(adminRoutes.mergeUsers, { params: { id: user.id }, body: { intoId: into.id, name } });
    markStale(['/admin']);
    showToast.success(mergeTexts.merged(user.username, into.username));
    onClose();
  });
  const typed = { autoComplete: 'off', form };
  return (
    <TitledDialog open onOpenChange={onClose} title={mergeTexts.title(user.username)} text={mergeTexts.text}>
      <DialogForm form={form} submit={mergeTexts.merge} cancel={texts.cancel} destructive>
        <InputField
          {...typed}
          label={mergeTexts.into}
          name="email"
          type="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <InputField
          {...typed}
          label={mergeTexts.confirm(user.username)}
          name="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </DialogForm>
    </TitledDialog>
  );
}

interface LinkDialogProps {
  title: string;
  text: string;
  link: string;
  onClose: () => void;
}

/** Shows a link once, to copy and pass on. */
export function LinkDialog({ title, text, link, onClose }: LinkDialogProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    showToast.success(linkTexts.copied);
  };
  return (
    <TitledDialog open onOpenChange={onClose} title={title} text={text}>
      <Input readOnly aria-label={linkTexts.label} value={link} onFocus={(event) => event.target.select()} className="mt-4" />
      <DialogFooter>
        <Button icon={Copy} onClick={() => void copy()}>
          {linkTexts.copy}
        </Button>
      </DialogFooter>
    </TitledDialog>
  );
}
