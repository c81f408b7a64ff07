import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { SelectField } from '../../form/fields';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import type { ReadResult } from '../../http/use-read';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { SessionForm } from '../calibration/session-form';

type Cycle = ReadResult<'/api/evaluation-cycles'>['items'][number];

/** The states in which scores can be calibrated. */
const JUDGEABLE: readonly string[] = ['Open', 'InProgress', 'Closed'];

/** The dialog opened by `edit=new` in the address; a session that was created is shown at once. */
export function NewSessionDialog({ cycles }: { cycles: readonly Cycle[] }): ReactNode {
  const t = useTranslations('calibrations');
  const address = useAddress();
  const [, navigate] = useLocation();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  const choices = cycles
    .filter(({ status }) => JUDGEABLE.includes(status))
    .map(({ id, name }) => ({ value: id, text: name }));
  const chosen = choices.find(({ value }) => value === address.get('cycle')) ?? choices[0];
  return (
    <Dialog title={t('new')} onClose={close}>
      {!chosen ? (
        <p>{t('noCycle')}</p>
      ) : (
        <SessionForm
          key={chosen.value}
          label={t('new')}
          action={t('create')}
          values={{ name: '', cycleId: chosen.value, departmentIds: [] }}
          submit={(body) => answered(api.POST('/api/calibration', { body }))}
          onSaved={({ name }, { id }) => {
            notify({ kind: 'done', text: t('created', { name }) });
            void refresh('/api/calibration');
            navigate(`/calibration/${id}`);
          }}
        >
          <SelectField name="cycleId" label={t('cycle')} choices={choices} required />
        </SessionForm>
      )}
    </Dialog>
  );
}
