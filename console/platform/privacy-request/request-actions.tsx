import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { saveFile } from '../../http/save-file';
import { useSend } from '../../http/use-send';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import type { PrivacyRequest } from './privacy-request';

const PATH = '/api/privacy-requests';
const MAX_REASON = 1_000;
type OpenDialog = 'extend' | 'cancel' | 'erase' | null;

/** The steps that a request can take now. */
export function RequestActions({ request }: { request: PrivacyRequest }): ReactNode {
  const t = useTranslations('privacyRequests');
  const [open, setOpen] = useState<OpenDialog>(null);
  const { id, kind, status, extendedAt, fileId } = request;
  const complete = useSend(() => startCompletion(request, t('completeAccess'), {}), { refreshes: [PATH] });
  const download = useSend(() => saveFile(`${PATH}/${id}/file`), { refreshes: [] });
  const isOpen = status !== 'Completed' && status !== 'Cancelled';
  const close = (): void => setOpen(null);
  return (
    <>
      {isOpen && extendedAt === null && <Button onClick={() => setOpen('extend')}>{t('extend')}</Button>}
      {isOpen && status !== 'Completing' && <Button onClick={() => setOpen('cancel')}>{t('cancelRequest')}</Button>}
      {status === 'Review' && kind === 'Access' && (
        <Button kind="primary" isBusy={complete.isPending} onClick={() => complete.mutate()}>
          {t('completeAccess')}
        </Button>
      )}
      {status === 'Review' && kind === 'Erasure' && (
        <Button kind="danger" onClick={() => setOpen('erase')}>
          {t('erase')}
        </Button>
      )}
      {fileId !== null && (
        <Button kind="primary" isBusy={download.isPending} onClick={() => download.mutate()}>
          {t('download')}
        </Button>
      )}
      {(open === 'extend' || open === 'cancel') && <ReasonDialog id={id} step={open} onClose={close} />}
      {open === 'erase' && <EraseDialog request={request} onClose={close} />}
    </>
  );
}

function startCompletion({ id }: PrivacyRequest, label: string, body: { confirm?: string }): Promise<unknown> {
  const call = api.POST('/api/privacy-requests/{id}/complete', {
    params: { path: { id } },
    body,
    headers: RESPOND_ASYNC,
  });
  // Whoever is erased has another name, and no photo.
  return startJob(call, { label, href: `/privacy-requests/${id}`, refreshes: [PATH, '/api/employees'] });
}

interface ReasonDialogProps {
  id: string;
  step: 'extend' | 'cancel';
  onClose: () => void;
}

function ReasonDialog({ id, step, onClose }: ReasonDialogProps): ReactNode {
  const t = useTranslations('privacyRequests');
  const isExtension = step === 'extend';
  const submit = (body: { reason: string }): Promise<unknown> => {
    const call = { params: { path: { id } }, body };
    return answered<unknown>(
      isExtension
        ? api.POST('/api/privacy-requests/{id}/extend', call)
        : api.POST('/api/privacy-requests/{id}/cancel', call),
    );
  };
  return (
    <Dialog title={isExtension ? t('extend') : t('cancelRequest')} onClose={onClose}>
      <Form<{ reason: string }, unknown>
        name={`${step}-${id}`}
        values={{ reason: '' }}
        action={isExtension ? t('extend') : t('cancelRequest')}
        submit={submit}
        onSaved={() => {
          void refresh(PATH);
          onClose();
        }}
        secondary={<CancelButton />}
      >
        <p>{isExtension ? t('extendText') : t('cancelText')}</p>
        <TextArea name="reason" label={t('reason')} required rows={2} maxLength={MAX_REASON} />
      </Form>
    </Dialog>
  );
}

/** Asks for the full name: what is erased cannot be brought back. */
function EraseDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }): ReactNode {
  const t = useTranslations('privacyRequests');
  const person = request.employee ?? '';
  return (
    <Dialog title={t('eraseTitle', { person })} onClose={onClose}>
      <Form<{ confirm: string }, unknown>
        name={`erase-${request.id}`}
        values={{ confirm: '' }}
        action={t('erase')}
        isSecret
        submit={({ confirm }) => startCompletion(request, t('erase'), { confirm })}
        onSaved={() => {
          void refresh(PATH);
          onClose();
        }}
        secondary={<CancelButton />}
      >
        <p>{t('eraseText')}</p>
        <TextField name="confirm" label={t('confirm', { person })} required />
      </Form>
    </Dialog>
  );
}
