import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../app/use-address';
import { FileField } from '../form/file-field';
import { Form } from '../form/form';
import { readText } from './checked-file';
import { HeadingFields } from './heading-fields';
import { type AssignedColumns, headingsOf, type ImportHeading, withColumns } from './headings';
import { type ImportOptions, useImportKind, useImportWords } from './import-kind';
import { startCheck } from './start-import';
import styles from './imports.module.css';

interface Typed {
  file: File | null;
  options: ImportOptions;
  columns: AssignedColumns;
}

/** Chooses the file and how it is read; "Check" runs the import without storing anything. */
export function CheckForm(): ReactNode {
  const t = useTranslations('imports');
  const words = useImportWords();
  const kind = useImportKind();
  const { accepted, required } = kind.columns;
  const example = `${accepted.join(',')}\r\n${kind.example}\r\n`;
  const address = useAddress();
  const started = useRef('');
  const [refused, setRefused] = useState<{ file: File; text: string; headings: readonly ImportHeading[] } | null>(null);
  const submit = async ({ file, options, columns }: Typed): Promise<void> => {
    if (!file) return;
    try {
      const sent = refused?.file === file ? await withColumns(kind, file, refused.headings, columns) : file;
      started.current = (await startCheck(kind, { file: sent, options, label: t('checkOf', { file: file.name }) })).id;
      setRefused(null);
    } catch (error) {
      setRefused({ file, text: await readText(file), headings: headingsOf(error) });
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
          values={{ file: null, options: kind.options, columns: {} }}
          submit={submit}
          onSaved={() => address.change({ check: started.current })}
          action={t('check')}
        >
          <FileField name="file" label={t('file')} hint={t('fileHint')} accept=".csv,.txt,.tsv,text/csv" />
          {kind.optionFields}
          {refused && refused.headings.length > 0 && <HeadingFields headings={refused.headings} text={refused.text} />}
        </Form>
      </section>
      <section className="card" aria-labelledby="import-columns">
        <h2 id="import-columns">{t('columns')}</h2>
        <p className="muted">{t(kind.remember ? 'columnsRecognized' : 'columnsText')}</p>
        <dl className={styles.importColumns}>
          {accepted.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
                {required.includes(name) && <span className="muted"> {t('required')}</span>}
              </dt>
              <dd>{words(`column.${name}` as 'column.name')}</dd>
            </div>
          ))}
        </dl>
        <p>
          <a
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${example}`)}`}
            download={words('exampleName')}
          >
            {t('example')}
          </a>
        </p>
      </section>
      {kind.otherWay}
    </div>
  );
}
