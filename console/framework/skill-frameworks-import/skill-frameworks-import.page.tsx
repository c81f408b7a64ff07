import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { COMPETENCY_CSV_COLUMNS } from '../../../shared/framework/competency-csv.rules';
import { useAddress } from '../../app/use-address';
import { TextField } from '../../form/fields';
import { api } from '../../http/client';
import type { ImportKind } from '../../imports/import-kind';
import { ImportPage } from '../../imports/import-page';
import { asUpload } from '../../imports/start-import';
import { JsonImport } from './json-import';

const SKILLS: ImportKind = {
  list: '/skill-frameworks',
  texts: 'skillFrameworksImport',
  columns: COMPETENCY_CSV_COLUMNS,
  example: 'WELD,Welding,Joins parts of metal,Metal',
  nameOf: ({ code }) => code ?? '',
  options: {},
  optionFields: <EditionFields />,
  otherWay: <JsonImport />,
  send: (file, { name = '', version }, dryRun) =>
    api.POST('/api/skill-frameworks/import-csv', {
      params: { query: { name, version, dryRun } },
      ...asUpload(file),
    }),
  refreshes: ['/api/skill-frameworks'],
};

/** /skill-frameworks/import: skills from a CSV file, or a framework from JSON. `name` and `version` suggest a framework. */
export function SkillFrameworksImportPage(): ReactNode {
  const address = useAddress();
  const options = { name: address.get('name'), version: address.get('version') || '1' };
  return <ImportPage kind={{ ...SKILLS, options }} />;
}

function EditionFields(): ReactNode {
  const t = useTranslations('skillFrameworksImport');
  const framework = useTranslations('skillFramework');
  return (
    <>
      <TextField name="options.name" label={t('framework')} hint={t('frameworkHint')} required maxLength={200} />
      <TextField name="options.version" label={framework('version')} required maxLength={50} />
    </>
  );
}
