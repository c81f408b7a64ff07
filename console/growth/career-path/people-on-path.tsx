import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { Paged } from '../../ui/paged';
import { Person } from '../../ui/person';
import { AddPersonDialog } from './add-person-dialog';
import type { CareerPath } from './career-path';
import { Readiness } from './readiness';
import { ReadinessDialog } from './readiness-dialog';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

type OnPath = ReadResult<'/api/career-paths/{id}/readiness'>['items'][number];

const PAGE_SIZE = 50;

/** Who is on the path, and how ready each is for the next step. */
export function PeopleOnPath({ path }: { path: CareerPath }): ReactNode {
  const t = useTranslations('careerPath');
  const address = useAddress();
  const query = { page: address.page, pageSize: PAGE_SIZE };
  const people = useRead('/api/career-paths/{id}/readiness', { path: { id: path.id }, query }, { keepPrevious: true });
  return (
    <section aria-labelledby="path-people">
      <div className="page-head">
        <h2 id="path-people">{t('people')}</h2>
        <Link className={buttonStyles.button} href={address.with({ edit: 'person' })}>
          {t('addPerson')}
        </Link>
      </div>
      <Loaded read={people}>
        {(shown) => (
          <Paged shown={shown}>
            <PeopleTable path={path} people={shown.items} />
          </Paged>
        )}
      </Loaded>
      <AddPersonDialog path={path} />
      <ReadinessDialog path={path} />
    </section>
  );
}

function PeopleTable({ path, people }: { path: CareerPath; people: readonly OnPath[] }): ReactNode {
  const t = useTranslations('careerPath');
  const address = useAddress();
  const remove = useSend(
    ({ employeeId }: OnPath) => {
      const params = { path: { id: path.id, employeeId } };
      return answered(api.DELETE('/api/career-paths/{id}/employees/{employeeId}', { params }));
    },
    {
      refreshes: ['/api/career-paths'],
      onDone: (_result, { employee }) => notify({ kind: 'done', text: t('personRemoved', { name: employee }) }),
    },
  );
  const columns: Column<OnPath>[] = [
    {
      name: 'person',
      heading: t('personHeading'),
      cell: ({ employeeId, employee, cycle }) => (
        <Person id={employeeId} name={employee}>
          <Link href={address.with({ person: employeeId })}>{employee}</Link>
          {cycle !== null && <span className={dataTableStyles.below}>{t('measuredIn', { cycle })}</span>}
        </Person>
      ),
    },
    {
      name: 'current',
      heading: t('current'),
      cell: ({ currentStep, jobProfile }) => (
        <>
          {jobProfile ?? t('noProfile')}
          {currentStep === 0 && <span className={dataTableStyles.below}>{t('notOnStep')}</span>}
        </>
      ),
    },
    { name: 'next', heading: t('next'), cell: ({ nextJobProfile }) => nextJobProfile ?? t('atTheEnd') },
    { name: 'readiness', heading: t('readiness'), cell: (person) => <Readiness {...person} /> },
  ];
  return (
    <DataTable
      label={t('people')}
      columns={columns}
      rows={people}
      rowKey={({ employeeId }) => employeeId}
      empty={
        <>
          <p>{t('noPeople')}</p>
          <Link className={buttonStyles.button} href={address.with({ edit: 'person' })}>
            {t('addPerson')}
          </Link>
        </>
      }
      menu={(person) => ({
        name: person.employee,
        actions: [{ text: t('remove'), isDisabled: remove.isPending, onAction: () => remove.mutate(person) }],
      })}
    />
  );
}
