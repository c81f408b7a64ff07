import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { mayPass } from '../../../shared/kernel/permissions';
import { PageTitle } from '../../app/page-title';
import { useProfile, type Profile, visitorOf } from '../../app/session';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { queryClient } from '../../http/query-client';
import { type ReadResult, readKey, useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { nearestLanguage } from '../../texts/load-texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { notify, notifySaved } from '../../ui/notices';
import { Logo } from '../settings/logo';
import { saveSettings, settingsBodies } from '../settings/save-settings';
import {
  ColorSetting,
  OrganizationFields,
  PolicyFields,
  type Settings,
  type TypedSettings,
  typedSettings,
} from '../settings/settings-fields';
import formStyles from '../../form/form.module.css';

type Onboarding = ReadResult<'/api/tenant-settings/onboarding'>;
type Step = Onboarding['steps'][number];

/** /settings/onboarding: what an organization sets before it starts; while it is pending, every other page leads here. */
export function OnboardingPage(): ReactNode {
  const pages = useTranslations('pages');
  const t = useTranslations('onboarding');
  const profile = useProfile();
  const isAdmin = mayPass(visitorOf(profile).roles, 'tenant-settings:write');
  const [isFinished, setFinished] = useState(false);
  const [, navigate] = useLocation();
  // Only once the account is known to be free to go: until then every page leads back here.
  const isFree = isFinished && profile.organization?.onboardingCompleted === true;
  useEffect(() => {
    if (isFree) navigate('/');
  }, [isFree, navigate]);
  const onboarding = useRead('/api/tenant-settings/onboarding');
  const settings = useRead('/api/tenant-settings');
  return (
    <div className="stack narrow">
      <div className="page-head">
        <PageTitle>{pages('onboarding')}</PageTitle>
      </div>
      <Loaded read={onboarding}>
        {({ completed, steps }) =>
          completed ? (
            <Completed />
          ) : isAdmin ? (
            <Loaded read={settings}>
              {(present) => <Steps steps={steps} settings={present} onFinished={() => setFinished(true)} />}
            </Loaded>
          ) : (
            <p>{t('waitForAdministrator')}</p>
          )
        }
      </Loaded>
    </div>
  );
}

function Completed(): ReactNode {
  const t = useTranslations('onboarding');
  const pages = useTranslations('pages');
  return (
    <>
      <p>{t('completed')}</p>
      <p>
        <Link href="/settings">{pages('settings')}</Link>
      </p>
    </>
  );
}

interface StepsProps {
  steps: readonly Step[];
  settings: Settings;
  onFinished: () => void;
}

function Steps({ steps, settings, onFinished }: StepsProps): ReactNode {
  const t = useTranslations('onboarding');
  return (
    <>
      <p>{t('text')}</p>
      <ol className="stack">
        {steps.map((step) => (
          <li key={step.step}>
            <StepCard step={step} settings={settings} />
          </li>
        ))}
      </ol>
      <Finish isReady={steps.every(({ required, done }) => done || !required)} onFinished={onFinished} />
    </>
  );
}

function StepCard({ step: { step, required, done }, settings }: { step: Step; settings: Settings }): ReactNode {
  const t = useTranslations('onboarding');
  return (
    <section className="card stack tight" aria-labelledby={`step-${step}`}>
      <h2 id={`step-${step}`}>
        {t(`steps.${step}.title`)}{' '}
        <Badge tone={done ? 'good' : required ? 'warn' : 'plain'}>
          {done ? t('done') : required ? t('required') : t('optional')}
        </Badge>
      </h2>
      <p className="muted">{t(`steps.${step}.text`)}</p>
      {step === 'administrator' && !done && <Link href="/profile">{t('choosePassword')}</Link>}
      {step === 'organization' && (
        <StepForm step={step} settings={done ? settings : proposedByBrowser(settings)}>
          <OrganizationFields settings={settings} />
        </StepForm>
      )}
      {step === 'policies' && (
        <StepForm step={step} settings={settings}>
          <PolicyFields />
        </StepForm>
      )}
      {step === 'branding' && (
        <>
          <StepForm step={step} settings={settings}>
            <ColorSetting />
          </StepForm>
          <Logo settings={settings} />
        </>
      )}
    </section>
  );
}

/** Organizations begin in English and UTC: until the step is done, language and zone of the administrator's browser are proposed. */
function proposedByBrowser(settings: Settings): Settings {
  const { locale, timezone } = settings;
  return {
    ...settings,
    locale: locale === 'en' ? nearestLanguage(globalThis.navigator.language) : locale,
    timezone: timezone === 'UTC' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : timezone,
  };
}

interface StepFormProps {
  step: keyof typeof settingsBodies;
  settings: Settings;
  children: ReactNode;
}

function StepForm({ step, settings, children }: StepFormProps): ReactNode {
  const t = useTranslations('onboarding');
  const form = useTranslations('form');
  return (
    <Form<TypedSettings>
      name={step}
      label={t(`steps.${step}.title`)}
      values={typedSettings(settings)}
      submit={(typed) => saveSettings(settings, settingsBodies[step](typed))}
      onSaved={notifySaved}
      action={form('save')}
    >
      {children}
    </Form>
  );
}

/** The step that opens the service to the organization. */
function Finish({ isReady, onFinished }: { isReady: boolean; onFinished: () => void }): ReactNode {
  const t = useTranslations('onboarding');
  const finish = useSend(() => answered(api.POST('/api/tenant-settings/onboarding/complete')), {
    refreshes: [],
    onDone(onboarding) {
      queryClient.setQueryData(readKey('/api/tenant-settings/onboarding'), onboarding);
      // Other API processes may show the state before for a moment: the answer itself is taken.
      queryClient.setQueryData<Profile>(readKey('/api/my-profile'), (profile) =>
        profile?.organization
          ? { ...profile, organization: { ...profile.organization, onboardingCompleted: onboarding.completed } }
          : profile,
      );
      notify({ kind: 'done', text: t('completed') });
      onFinished();
    },
  });
  return (
    <div className={formStyles.formActions}>
      <Button kind="primary" disabled={!isReady} isBusy={finish.isPending} onClick={() => finish.mutate()}>
        {t('finish')}
      </Button>
      {!isReady && <p className="muted">{t('notReady')}</p>}
    </div>
  );
}
