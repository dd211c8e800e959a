import { authRoutes } from '#shared/auth.ts';
import { type Language, languageNames, languages } from '#shared/language.ts';
import { call } from '#web/lib/api.ts';
import { chooseLanguage, uiLanguage, t } from '#web/lib/language.ts';
import { useTheme } from '#web/lib/theme.ts';
import { themeOptions } from '#web/shell/theme-panel.tsx';
import { AccentPicker } from '#web/ui/accent-picker.tsx';
import { Section } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { appearanceTexts } from './texts.ts';

const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** Emails and notifications, too; the page also changes where the server doesn't answer. */
async function choose(language: Language): Promise<void> {
  await call(authRoutes.updateProfile, { body: { settings: { language } } }).catch(() => undefined);
  chooseLanguage(language);
}

export function Appearance() {
  const { preference, dark, accent, setPreference, setAccent } = useTheme();
  return (
    <div className="flex flex-col gap-10">
      <Section title={appearanceTexts.theme}>
        <div className="flex flex-col items-start gap-3 pt-4">
          <Segmented label={appearanceTexts.theme} options={themeOptions} value={preference} onChange={setPreference} />
          <p className="text-12 text-muted">{appearanceTexts.themeHint}</p>
        </div>
      </Section>
      <Section title={appearanceTexts.accent}>
        <div className="flex flex-col items-start gap-3 pt-4">
          <AccentPicker value={accent} onChange={setAccent} dark={dark} />
          <p className="text-12 text-muted">{appearanceTexts.accentHint(t(accent))}</p>
        </div>
      </Section>
      <Section title={appearanceTexts.language}>
        <div className="flex flex-col items-start gap-3 pt-4">
          <Segmented label={appearanceTexts.language} options={languageOptions} value={uiLanguage} onChange={(next) => void choose(next)} />
          <p className="text-12 text-muted">{appearanceTexts.languageHint}</p>
        </div>
      </Section>
    </div>
  );
}
