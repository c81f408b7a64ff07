import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { CheckField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { queryClient } from '../../http/query-client';
import { readKey } from '../../http/use-read';
import { notifySaved } from '../../ui/notices';

type Kind = ReturnType<typeof useProfile>['mails'][number]['kind'];

interface Typed {
  kinds: Partial<Record<Kind, boolean>>;
}

/** The end of the address that emails lead to (`CONSOLE_PAGES.mailChoices`). */
const HEADING = 'profile-mails';

/** Which emails you get. Only accounts of employees get those that can be turned off. */
export function MailChoices(): ReactNode {
  const t = useTranslations('profile');
  const form = useTranslations('form');
  const profile = useProfile();
  const { mails, employeeId } = profile;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The browser looked for it before the page was there.
    if (globalThis.location.hash === `#${HEADING}`) heading.current?.focus();
  }, []);
  if (employeeId === null) return null;
  const submit = async ({ kinds }: Typed): Promise<void> => {
    const body = { mails: mails.map(({ kind }) => ({ kind, isOn: kinds[kind] ?? false })) };
    const next = await answered(api.PUT('/api/my-profile', { body, params: { header: ifMatch(profile) } }));
    queryClient.setQueryData(readKey('/api/my-profile'), next);
  };
  return (
    <section className="card stack" aria-labelledby={HEADING}>
      <h2 id={HEADING} ref={heading} tabIndex={-1}>
        {t('mails.title')}
      </h2>
      <p className="muted">{t('mails.always')}</p>
      <Form<Typed>
        name="mails"
        label={t('mails.title')}
        values={{ kinds: Object.fromEntries(mails.map(({ kind, isOn }) => [kind, isOn])) }}
        submit={submit}
        onSaved={notifySaved}
        action={form('save')}
      >
        {mails.map(({ kind }) => (
          <CheckField key={kind} name={`kinds.${kind}`} label={t(`mails.kinds.${kind}`)} />
        ))}
      </Form>
    </section>
  );
}
