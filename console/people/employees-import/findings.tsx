import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CSV_DATE_FORMATS } from '../../../shared/kernel/csv-dates.rules';
import { choicesOf } from '../../form/choices';
import { Options } from '../../form/options';
import { useRead } from '../../http/use-read';
import type { CheckedImport } from '../../imports/import-kind';
import { useRefusals } from '../../texts/refusals/refusals';
import { Button } from '../../ui/button';
import formStyles from '../../form/form.module.css';

/** What a check found that concerns the whole file: how its dates were read, and names that do not exist yet. */
export function Findings(check: CheckedImport): ReactNode {
  return (
    <>
      <Status {...check} />
      <Dates {...check} />
      <Unknown {...check} kind="departments" />
      <Unknown {...check} kind="jobProfiles" />
      <Warnings {...check} />
    </>
  );
}

/** Whether the column of the status counts, which would end the access of people. */
function Status({ summary: { headings = [] }, options, again }: CheckedImport): ReactNode {
  const t = useTranslations('employeesImport');
  const id = useId();
  // Ticked at once; the check that follows takes its place.
  const [isApplied, apply] = useState(options['applyStatus'] === 'true');
  const status = headings.find(({ column }) => column === 'status');
  if (!status || options['mode'] !== 'update') return null;
  return (
    <div className={clsx(formStyles.field, formStyles.check)}>
      <input
        id={id}
        type="checkbox"
        disabled={again === null}
        checked={isApplied}
        onChange={({ target }) => {
          apply(target.checked);
          again?.({ ...options, applyStatus: target.checked ? 'true' : '' });
        }}
      />
      <label htmlFor={id}>{t('applyStatus', { heading: status.heading })}</label>
    </div>
  );
}

/** How the dates of the file were read; asked with examples where they read both ways. */
function Dates({
  summary: { headings = [], dateFormat, dateExamples = [] },
  options,
  again,
}: CheckedImport): ReactNode {
  const t = useTranslations('employeesImport');
  const id = useId();
  if (dateFormat === undefined || !headings.some(({ column }) => column === 'hiredate')) return null;
  const choices = choicesOf(CSV_DATE_FORMATS, (format) => t(`dateFormats.${format}`));
  return (
    <div className={formStyles.field} role={dateFormat === null ? 'alert' : undefined}>
      <label htmlFor={id}>
        {dateFormat === null ? t('datesAsked', { examples: dateExamples.join(', ') }) : t('datesRead')}
      </label>
      <select
        id={id}
        className={formStyles.input}
        disabled={again === null}
        value={dateFormat ?? ''}
        onChange={({ target }) => again?.({ ...options, dateFormat: target.value })}
      >
        <Options choices={dateFormat === null ? [{ value: '', text: t('choose') }, ...choices] : choices} />
      </select>
    </div>
  );
}

/** The departments or job profiles of the file that do not exist, and the way to create them with the import. */
function Unknown({
  kind,
  summary: { unknownNames = [] },
  options,
  again,
  replace,
}: CheckedImport & { kind: 'departments' | 'jobProfiles' }): ReactNode {
  const t = useTranslations('employeesImport');
  const names = unknownNames.filter((unknown) => unknown.kind === kind);
  if (names.length === 0) return null;
  const created = (options['create'] ?? '').split(',').filter((each) => each !== '');
  const isCreated = created.includes(kind);
  const next = isCreated ? created.filter((each) => each !== kind) : [...created, kind];
  return (
    <div className="stack tight">
      <p>
        {t(isCreated ? `created.${kind}` : `unknown.${kind}`, { count: names.length })}{' '}
        {names.map(({ name, rows }) => t('nameWithRows', { name, rows })).join(', ')}
      </p>
      {again && (
        <div className={formStyles.formActions}>
          <Button onClick={() => again({ ...options, create: next.join(',') })}>
            {isCreated ? t('doNotCreate') : t('create', { count: names.length })}
          </Button>
        </div>
      )}
      {replace && !isCreated && <PickOthers kind={kind} names={names.map(({ name }) => name)} replace={replace} />}
    </div>
  );
}

/** More names are corrected in their rows. */
const MAX_PICKS = 20;

interface PickOthersProps {
  kind: 'departments' | 'jobProfiles';
  names: readonly string[];
  replace: NonNullable<CheckedImport['replace']>;
}

/** Writes the name of one that exists in place of one that does not, in all rows. */
function PickOthers({ kind, names, replace }: PickOthersProps): ReactNode {
  const t = useTranslations('employeesImport');
  const id = useId();
  const departments = useRead('/api/departments/options', undefined, { enabled: kind === 'departments' });
  const profiles = useRead('/api/job-profiles/options', undefined, { enabled: kind === 'jobProfiles' });
  const options = (kind === 'departments' ? departments.data : profiles.data) ?? [];
  if (options.length === 0) return null;
  const choices = [...new Set(options.map(({ name }) => name))].map((name) => ({ value: name, text: name }));
  return (
    <div className={formStyles.formRow}>
      {names.slice(0, MAX_PICKS).map((wrong, at) => (
        <div key={wrong} className={formStyles.field}>
          <label htmlFor={`${id}-${at}`}>{t('pickAnother', { name: wrong })}</label>
          <select
            id={`${id}-${at}`}
            className={formStyles.input}
            defaultValue=""
            onChange={({ target }) => {
              if (target.value !== '') replace(COLUMN_OF[kind], wrong, target.value);
            }}
          >
            <Options choices={[{ value: '', text: t('choose') }, ...choices]} />
          </select>
        </div>
      ))}
    </div>
  );
}

const COLUMN_OF = { departments: 'department', jobProfiles: 'jobprofile' } as const;

/** The warnings of the rows by what they say; those about names that do not exist are said above. */
function Warnings({ summary: { warningGroups = [], unknownNames = [] } }: CheckedImport): ReactNode {
  const t = useTranslations('employeesImport');
  const say = useRefusals();
  const id = useId();
  const above = new Set(unknownNames.map(({ kind, name }) => `${COLUMN_OF[kind]} ${name}`));
  const groups = warningGroups.filter(
    ({ code, column, values }) =>
      code !== 'REFERENCE_NOT_FOUND' || !above.has(`${column} ${String(values['name']).replace(/^"|"$/g, '')}`),
  );
  if (!say || groups.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('warningGroups')}</h3>
      <ul>
        {groups.map((group) => (
          <li key={`${group.column} ${group.message}`}>
            {t('nameWithRows', { name: say(group.message, group), rows: group.rows })}
          </li>
        ))}
      </ul>
    </section>
  );
}
