import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { EMPLOYEE_CSV_COLUMNS } from '../../../shared/people/employee-csv.rules';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { SelectField } from '../../form/fields';
import { FileField } from '../../form/file-field';
import { Form } from '../../form/form';
import { type AssignedColumns, HeadingFields } from './heading-fields';
import { headingsOf, type ImportHeading, rememberHeadings } from './headings';
import { DATE_FORMATS, startCheck } from './start-import';
import styles from './employees-import.module.css';

const { accepted, required } = EMPLOYEE_CSV_COLUMNS;
const REQUIRED: readonly string[] = required;
const EXAMPLE = `${accepted.join(',')}\r\nAna,García,ana.garcia@example.com,E-0042,Sales,benito.ruiz@example.com,,2024-01-31\r\n`;

interface Typed {
  file: File | null;
  dateFormat: string;
  columns: AssignedColumns;
}

/** Chooses the file and how it writes dates; "Check" runs the import without storing anything. */
export function CheckForm(): ReactNode {
  const t = useTranslations('employeesImport');
  const address = useAddress();
  const started = useRef('');
  const [headings, setHeadings] = useState<readonly ImportHeading[]>([]);
  const submit = async ({ file, dateFormat, columns }: Typed): Promise<void> => {
    if (!file) return;
    try {
      await rememberHeadings(headings, columns);
      started.current = (await startCheck(file, dateFormat, t('checkOf', { file: file.name }))).id;
      setHeadings([]);
    } catch (error) {
      setHeadings(headingsOf(error));
      throw error;
    }
  };
  return (
    <div className={styles.importForm}>
      <section className="card" aria-labelledby="import-file">
        <h2 id="import-file">{t('choose')}</h2>
        <Form<Typed>
          name="import"
          label={t('choose')}
          values={{ file: null, dateFormat: DATE_FORMATS[0], columns: {} }}
          submit={submit}
          onSaved={() => address.change({ check: started.current })}
          action={t('check')}
        >
          <FileField name="file" label={t('file')} hint={t('fileHint')} accept=".csv,.txt,.tsv,text/csv" />
          <SelectField
            name="dateFormat"
            label={t('dateFormat')}
            hint={t('dateFormatHint')}
            choices={choicesOf(DATE_FORMATS, (format) => t(`dateFormats.${format}`))}
          />
          {headings.length > 0 && <HeadingFields headings={headings} />}
        </Form>
      </section>
      <section className="card" aria-labelledby="import-columns">
        <h2 id="import-columns">{t('columns')}</h2>
        <p className="muted">{t('columnsText')}</p>
        <dl className={styles.importColumns}>
          {accepted.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
                {REQUIRED.includes(name) && <span className="muted"> {t('required')}</span>}
              </dt>
              <dd>{t(`column.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${EXAMPLE}`)}`} download={t('exampleName')}>
            {t('example')}
          </a>
        </p>
      </section>
    </div>
  );
}
