import { type ReactNode, useEffect, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { choicesOf } from '../form/choices';
import { SelectField } from '../form/fields';
import { samplesOf } from './corrected-csv';
import { type ImportHeading, isAssignable } from './headings';
import { useImportKind, useImportWords } from './import-kind';
import formStyles from '../form/form.module.css';

/** Lets the user assign a column to each heading that is not a column's own name. */
export function HeadingFields({ headings, text }: { headings: readonly ImportHeading[]; text: string }): ReactNode {
  const t = useTranslations('imports');
  const words = useImportWords();
  const { columns, remember } = useImportKind();
  const samples = useMemo(() => samplesOf(text, headings.length), [text, headings.length]);
  const { setValue } = useFormContext();
  useEffect(() => {
    headings.forEach(({ column }, at) => setValue(`columns.at${at}`, column ?? ''));
  }, [headings, setValue]);
  const choices = [
    { value: '', text: t('ignored') },
    ...choicesOf(columns.assignable ?? columns.accepted, (column) =>
      words(`columnName.${column}` as 'columnName.name'),
    ),
  ];
  return (
    <fieldset className="stack tight">
      <legend>{t('headings')}</legend>
      <p className="muted">{remember ? t('headingsRemembered') : t('headingsText')}</p>
      <div className={formStyles.formRow}>
        {headings.map((heading, at) =>
          isAssignable(heading) ? (
            <SelectField
              key={at}
              name={`columns.at${at}`}
              label={heading.heading}
              hint={samples[at]?.join(' · ')}
              choices={choices}
            />
          ) : null,
        )}
      </div>
    </fieldset>
  );
}
