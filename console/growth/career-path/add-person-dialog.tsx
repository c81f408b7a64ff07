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
import type { CareerPath } from './career-path';

/** The dialog opened by `edit=person` in the address: puts someone on the path, and thereby off any other one. */
export function AddPersonDialog({ path: { id, name } }: { path: CareerPath }): ReactNode {
  const t = useTranslations('careerPath');
  const address = useAddress();
  if (address.get('edit') !== 'person') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={t('addPerson')} onClose={close}>
      <Form<{ employeeId: string }, { employee: string }>
        name={`person on path ${id}`}
        label={t('addPerson')}
        values={{ employeeId: '' }}
        submit={({ employeeId }) =>
          answered(api.PUT('/api/career-paths/{id}/employees/{employeeId}', { params: { path: { id, employeeId } } }))
        }
        onSaved={(_typed, { employee }) => {
          notify({ kind: 'done', text: t('personAdded', { name: employee, path: name }) });
          close();
          void refresh('/api/career-paths');
        }}
        action={t('add')}
        secondary={<CancelButton />}
      >
        <EmployeeField name="employeeId" label={t('person')} hint={t('personHint')} />
      </Form>
    </Dialog>
  );
}
