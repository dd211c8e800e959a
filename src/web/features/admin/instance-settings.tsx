import { adminRoutes } from '#shared/admin.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useBetaMode } from '#web/lib/beta.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Switch } from '#web/ui/choice.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from './request-state.tsx';
import { settingTexts as texts } from './texts.ts';

export function InstanceSettings() {
  const answer = useApi(adminRoutes.settings, {});
  const { refresh } = useBetaMode();
  const change = async (betaModeEnabled: boolean) => {
    const send = () => call(adminRoutes.changeSettings, { body: { betaModeEnabled } });
    try {
      await answer.mutate(send, { optimisticData: { betaModeEnabled }, revalidate: false });
      showToast.success(betaModeEnabled ? texts.on : texts.off);
    } catch (error) {
      showToast.error(error instanceof Error ? error.message : texts.beta);
    }
    await refresh();
  };
  return (
    <Section title={texts.registration} className="max-w-160">
      <Loaded answer={answer}>
        {({ betaModeEnabled }) => (
          <div className="pt-4">
            <Switch checked={betaModeEnabled} onChange={(event) => void change(event.target.checked)} hint={texts.betaHint}>
              {texts.beta}
            </Switch>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
