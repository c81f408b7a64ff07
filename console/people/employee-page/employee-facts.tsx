import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { answered, api } from '../../http/client';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import { useCalendarDate } from '../../texts/calendar-date';
import { ImageUpload } from '../../ui/image-upload';
import { Person } from '../../ui/person';
import type { Employee } from '../employees/employee';
import styles from './employee-page.module.css';

/** What is stored about an employee, with the photo. */
export function EmployeeFacts({ employee }: { employee: Employee }): ReactNode {
  const t = useTranslations('employee');
  const fields = useTranslations('employees');
  const date = useCalendarDate();
  const { id, fullName, email, employeeCode, department, departmentId, manager, managerId, jobProfile } = employee;
  const { hireDate, terminationDate, photoFileId } = employee;
  const params = { path: { id } };
  const facts: [name: string, value: ReactNode][] = [
    [fields('email'), <a href={`mailto:${email}`}>{email}</a>],
    [fields('code'), employeeCode],
    [fields('department'), departmentId && <Link href={`/employees?department=${departmentId}`}>{department}</Link>],
    [fields('jobProfile'), jobProfile],
    [fields('manager'), managerId && <Manager id={managerId} name={manager} />],
    [fields('hireDate'), hireDate && date(hireDate)],
    ...(terminationDate ? [[t('left'), date(terminationDate)] as [string, ReactNode]] : []),
  ];
  return (
    <section className="card stack" aria-labelledby="employee-facts">
      <h2 id="employee-facts">{t('facts')}</h2>
      <dl className={styles.employeeFacts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className="muted">{t('none')}</span>}</dd>
          </div>
        ))}
      </dl>
      <ImageUpload
        label={t('photo')}
        hint={t('photoHint')}
        removal={t('photoDelete')}
        // Its id makes a new photo another address.
        image={photoFileId === null ? null : { src: `/api/employees/${id}/photo?${photoFileId}`, alt: fullName }}
        upload={(file) =>
          answered(api.POST('/api/employees/{id}/photo', { params, body: fileBody(file) as never, ...AS_MULTIPART }))
        }
        remove={() => answered(api.DELETE('/api/employees/{id}/photo', { params }))}
        refreshes={['/api/employees']}
      />
    </section>
  );
}

function Manager({ id, name }: { id: string; name: string | null }): ReactNode {
  return (
    <Person id={id} name={name}>
      <Link href={`/employees/${id}`}>{name}</Link>
    </Person>
  );
}
