import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { EmployeeField } from '../../form/employee-field';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';

/** The dialog opened by `edit=subject` in the address: somebody else is evaluated in the cycle, too. */
export function AddSubjectDialog({ cycleId }: { cycleId: string }): ReactNode {
  const t = useTranslations('participants');
  const address = useAddress();
  if (address.get('edit') !== 'subject') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={t('addSubject')} onClose={close}>
      <p>{t('addSubjectText')}</p>
      <Form<{ employeeId: string }>
        name={`subject ${cycleId}`}
        label={t('addSubject')}
        values={{ employeeId: '' }}
        submit={({ employeeId }) =>
          answered(
            api.POST('/api/evaluation-cycles/{id}/subjects', {
              params: { path: { id: cycleId } },
              body: { employeeIds: [employeeId] },
            }),
          )
        }
        onSaved={() => {
          notify({ kind: 'done', text: t('subjectAdded') });
          close();
          void refresh('/api/evaluation-cycles');
        }}
        action={t('addAction')}
        secondary={<CancelButton />}
      >
        <EmployeeField name="employeeId" label={t('employee')} />
      </Form>
    </Dialog>
  );
}
