import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { EmployeeField } from '../../form/employee-field';
import { SelectField, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { type ReadResult, useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';

type DepartmentView = ReadResult<'/api/departments/{id}'>;

/** The dialog opened by `edit` in the address: the id of a department, or `new` (below the one that `below` names). */
export function DepartmentDialog(): ReactNode {
  const t = useTranslations('departments');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '') return null;
  const close = (): void => address.close('edit', 'below');
  return (
    <Dialog title={id === 'new' ? t('add') : t('editTitle')} onClose={close}>
      {id === 'new' ? (
        <DepartmentForm department={null} parentId={address.get('below')} onClose={close} />
      ) : (
        <ExistingDepartment key={id} id={id} onClose={close} />
      )}
    </Dialog>
  );
}

function ExistingDepartment({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const department = useRead('/api/departments/{id}', { path: { id } });
  return (
    <Loaded read={department}>
      {(found) => <DepartmentForm department={found} parentId={found.parentId ?? ''} onClose={onClose} />}
    </Loaded>
  );
}

interface Typed {
  name: string;
  code: string;
  parentId: string;
  managerId: string;
}

interface DepartmentFormProps {
  department: DepartmentView | null;
  parentId: string;
  onClose: () => void;
}

function DepartmentForm({ department, parentId, onClose }: DepartmentFormProps): ReactNode {
  const t = useTranslations('departments');
  const form = useTranslations('form');
  const options = useRead('/api/departments/options');
  const submit = (typed: Typed): Promise<unknown> => {
    const body = {
      name: typed.name,
      code: typed.code || null,
      parentId: typed.parentId || null,
      managerId: typed.managerId || null,
    };
    if (!department) return answered(api.POST('/api/departments', { body }));
    const params = { path: { id: department.id }, header: ifMatch(department) };
    return answered(api.PUT('/api/departments/{id}', { params, body }));
  };
  return (
    <Loaded read={options}>
      {(departments) => (
        <Form<Typed>
          name={`department ${department?.id ?? 'new'}`}
          label={department ? t('editTitle') : t('add')}
          values={{
            name: department?.name ?? '',
            code: department?.code ?? '',
            parentId,
            managerId: department?.managerId ?? '',
          }}
          submit={submit}
          onSaved={({ name }) => {
            notify({ kind: 'done', text: t('saved', { name }) });
            onClose();
            void refresh('/api/departments', '/api/employees');
          }}
          action={form('save')}
          secondary={<CancelButton />}
        >
          <TextField name="name" label={t('name')} required maxLength={200} />
          <TextField name="code" label={t('code')} required={false} maxLength={50} />
          <SelectField
            name="parentId"
            label={t('parent')}
            choices={[
              { value: '', text: t('noParent') },
              ...departments
                .filter(({ id }) => id !== department?.id)
                .map(({ id, name }) => ({ value: id, text: name })),
            ]}
          />
          <EmployeeField name="managerId" label={t('head')} shown={department?.manager ?? ''} isOptional />
        </Form>
      )}
    </Loaded>
  );
}
