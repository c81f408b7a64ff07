import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { choicesOf, rowChoices } from '../../form/choices';
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
import type { Employee } from './employee';
import { STATUSES } from './statuses';
import formStyles from '../../form/form.module.css';
import styles from './employee-dialog.module.css';

type Departments = ReadResult<'/api/departments/options'>;

/** The dialog opened by `edit` in the address: the id of an employee, or `new`. */
export default function EmployeeDialog({ departments }: { departments: Departments }): ReactNode {
  const t = useTranslations('employees');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={id === 'new' ? t('add') : t('editTitle')} onClose={close}>
      {id === 'new' ? (
        <EmployeeForm employee={null} departments={departments} onClose={close} />
      ) : (
        <ExistingEmployee key={id} id={id} departments={departments} onClose={close} />
      )}
    </Dialog>
  );
}

function ExistingEmployee({ id, ...rest }: { id: string; departments: Departments; onClose: () => void }): ReactNode {
  const employee = useRead('/api/employees/{id}', { path: { id } });
  return <Loaded read={employee}>{(found) => <EmployeeForm employee={found} {...rest} />}</Loaded>;
}

interface Typed {
  firstName: string;
  lastName: string;
  email: string;
  employeeCode: string;
  departmentId: string;
  managerId: string;
  jobProfileId: string;
  status: Employee['status'];
  hireDate: string;
}

interface EmployeeFormProps {
  employee: Employee | null;
  departments: Departments;
  onClose: () => void;
}

function EmployeeForm({ employee, departments, onClose }: EmployeeFormProps): ReactNode {
  const t = useTranslations('employees');
  const form = useTranslations('form');
  const profiles = useRead('/api/job-profiles/options');
  const submit = ({ status, ...typed }: Typed): Promise<unknown> => {
    const { firstName, lastName, email } = typed;
    const body = {
      firstName,
      lastName,
      email,
      employeeCode: typed.employeeCode || null,
      departmentId: typed.departmentId || null,
      managerId: typed.managerId || null,
      jobProfileId: typed.jobProfileId || null,
      hireDate: typed.hireDate || null,
    };
    if (!employee) return answered(api.POST('/api/employees', { body }));
    const params = { path: { id: employee.id }, header: ifMatch(employee) };
    return answered(api.PUT('/api/employees/{id}', { params, body: { ...body, status } }));
  };
  return (
    <Form<Typed>
      name={`employee ${employee?.id ?? 'new'}`}
      label={employee ? t('editTitle') : t('add')}
      values={{
        firstName: employee?.firstName ?? '',
        lastName: employee?.lastName ?? '',
        email: employee?.email ?? '',
        employeeCode: employee?.employeeCode ?? '',
        departmentId: employee?.departmentId ?? '',
        managerId: employee?.managerId ?? '',
        jobProfileId: employee?.jobProfileId ?? '',
        status: employee?.status ?? 'Active',
        hireDate: employee?.hireDate ?? '',
      }}
      submit={submit}
      onSaved={({ firstName, lastName }) => {
        notify({ kind: 'done', text: t('saved', { name: `${firstName} ${lastName}` }) });
        onClose();
        void refresh('/api/employees', '/api/departments');
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      <div className={formStyles.formRow}>
        <TextField name="firstName" label={t('firstName')} required maxLength={100} />
        <TextField name="lastName" label={t('lastName')} required maxLength={100} />
      </div>
      <TextField name="email" label={t('email')} type="email" required maxLength={254} />
      <div className={formStyles.formRow}>
        <TextField name="employeeCode" label={t('code')} required={false} maxLength={50} />
        <TextField name="hireDate" label={t('hireDate')} type="date" required={false} />
      </div>
      <div className={formStyles.formRow}>
        <SelectField
          name="departmentId"
          label={t('department')}
          required={false}
          choices={[{ value: '', text: t('noDepartment') }, ...rowChoices(departments)]}
        />
        <Loaded read={profiles}>
          {(options) => (
            <SelectField
              name="jobProfileId"
              label={t('jobProfile')}
              required={false}
              choices={[{ value: '', text: t('noJobProfile') }, ...rowChoices(options)]}
            />
          )}
        </Loaded>
      </div>
      <EmployeeField name="managerId" label={t('manager')} shown={employee?.manager ?? ''} isOptional />
      {employee && <StatusField employee={employee} />}
    </Form>
  );
}

/** The status, and what follows when it changes. */
function StatusField({ employee }: { employee: Employee }): ReactNode {
  const t = useTranslations('employees');
  const statuses = useTranslations('employeeStatus');
  const chosen = useFormContext<Typed>().watch('status');
  return (
    <>
      <SelectField name="status" label={t('status')} choices={choicesOf(STATUSES, statuses)} />
      {chosen !== employee.status && (
        <p className={styles.noticeBox} role="status">
          {t(`becomes.${chosen}`)}
        </p>
      )}
    </>
  );
}
