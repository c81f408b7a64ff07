import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { CheckGroup } from '../../form/check-group';
import { choicesOf } from '../../form/choices';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { CHAT_EVENTS, EVENTS, nameOf, type NewWebhook, type Webhook, type WebhookEvent, WEBHOOKS } from './webhook';

interface Typed {
  format: '' | 'Slack' | 'Teams';
  url: string;
  description: string;
  events: WebhookEvent[];
}

/** The dialog opened by `edit` in the address: the id of a webhook, or `new`. */
export function WebhookDialog({ onCreated }: { onCreated: (webhook: NewWebhook) => void }): ReactNode {
  const t = useTranslations('webhooks');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={id === 'new' ? t('create') : t('editTitle')} onClose={close}>
      {id === 'new' ? (
        <NewWebhookForm onCreated={onCreated} onClose={close} />
      ) : (
        <ExistingWebhook key={id} id={id} onClose={close} />
      )}
    </Dialog>
  );
}

function NewWebhookForm({
  onCreated,
  onClose,
}: {
  onCreated: (webhook: NewWebhook) => void;
  onClose: () => void;
}): ReactNode {
  const t = useTranslations('webhooks');
  const submit = ({ format, events, ...typed }: Typed): Promise<NewWebhook> => {
    const body = { ...typed, format: format || null, events: available(events, format) };
    return answered(api.POST(WEBHOOKS, { body }));
  };
  return (
    <Form<Typed, NewWebhook>
      name="webhook new"
      label={t('create')}
      values={{ format: '', url: '', description: '', events: [] }}
      submit={submit}
      onSaved={(_typed, webhook) => {
        onCreated(webhook);
        onClose();
        void refresh(WEBHOOKS);
      }}
      action={t('create')}
      secondary={<CancelButton />}
    >
      <p className="muted">{t('createText')}</p>
      <SelectField
        name="format"
        label={t('format')}
        choices={[
          { value: '', text: t('signed') },
          { value: 'Slack', text: 'Slack' },
          { value: 'Teams', text: 'Teams' },
        ]}
      />
      <TextField name="url" label={t('url')} hint={t('urlHint')} required maxLength={2_000} />
      <Description />
      <EventsField format={null} />
    </Form>
  );
}

function ExistingWebhook({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const webhook = useRead(`${WEBHOOKS}/{id}`, { path: { id } });
  return <Loaded read={webhook}>{(found) => <EditForm webhook={found} onClose={onClose} />}</Loaded>;
}

/** The address is not sent unless a new one is typed: the shown one lacks what acts as a secret. */
function EditForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }): ReactNode {
  const t = useTranslations('webhooks');
  const form = useTranslations('form');
  const { id, description, events, format, url: shown } = webhook;
  const submit = ({ url, description: typed, events: chosen }: Typed): Promise<unknown> => {
    const body = { ...(url === '' ? {} : { url }), description: typed, events: chosen };
    const params = { path: { id }, header: ifMatch(webhook) };
    return answered(api.PUT(`${WEBHOOKS}/{id}`, { params, body }));
  };
  return (
    <Form<Typed>
      name={`webhook ${id}`}
      label={t('editTitle')}
      values={{ format: format ?? '', url: '', description, events: [...events] }}
      submit={submit}
      onSaved={() => {
        notify({ kind: 'done', text: t('saved', { name: nameOf(webhook) }) });
        onClose();
        void refresh(WEBHOOKS);
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      <TextField
        name="url"
        label={t('newUrl')}
        hint={t('newUrlHint', { url: shown })}
        required={false}
        maxLength={2_000}
      />
      <Description />
      <EventsField format={format} />
    </Form>
  );
}

function Description(): ReactNode {
  const t = useTranslations('webhooks');
  return (
    <TextField
      name="description"
      label={t('description')}
      hint={t('descriptionHint')}
      required={false}
      maxLength={200}
    />
  );
}

/** The events that the chosen format has; `format` where it cannot be chosen. */
function EventsField({ format }: { format: Webhook['format'] }): ReactNode {
  const t = useTranslations('webhooks');
  const { watch } = useFormContext<Typed>();
  const chosen = watch('format') || format;
  return (
    <CheckGroup
      name="events"
      label={t('events')}
      hint={t(chosen ? 'chatEventsHint' : 'eventsHint')}
      choices={choicesOf(chosen ? CHAT_EVENTS : EVENTS, (event) => t(`names.${event}`))}
    />
  );
}

/** Without those that were ticked before the format was chosen. */
function available(events: readonly WebhookEvent[], format: Typed['format']): WebhookEvent[] {
  return format === '' ? [...events] : events.filter((event) => CHAT_EVENTS.includes(event));
}
