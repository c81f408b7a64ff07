import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { FieldFrame } from '../../form/field-frame';
import { FileInput } from '../../form/file-input';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { ErrorView } from '../../ui/error-view';
import { notify } from '../../ui/notices';
import styles from './json-import.module.css';

type ImportBody = components['schemas']['ImportSkillFramework'];

/** Sends a JSON file in the generic format, which also has levels. */
export function JsonImport(): ReactNode {
  const t = useTranslations('skillFrameworksImport');
  const [, navigate] = useLocation();
  const id = useId();
  const [chosen, setChosen] = useState<File | null>(null);
  const [body, setBody] = useState<ImportBody | null>(null);
  const [problem, setProblem] = useState<string>();
  const send = useSend(
    (framework: ImportBody) => answered(api.POST('/api/skill-frameworks/import', { body: framework })),
    {
      refreshes: ['/api/skill-frameworks'],
      onDone({ id: stored, name, skillCount }) {
        notify({ kind: 'done', text: t('importedJson', { name, count: skillCount }) });
        navigate(`/skill-frameworks/${stored}`);
      },
    },
  );
  const choose = async (file: File | null): Promise<void> => {
    setChosen(file);
    send.reset();
    setBody(null);
    setProblem(undefined);
    if (!file) return;
    try {
      // The API checks what is in it, and names each field that it refuses.
      setBody(JSON.parse(await file.text()) as ImportBody);
    } catch {
      setProblem(t('noJson', { name: file.name }));
    }
  };
  return (
    <section className={clsx('card', styles.json)} aria-labelledby={`${id}-title`}>
      <div className="stack">
        <h2 id={`${id}-title`}>{t('json')}</h2>
        <p className="muted">{t('jsonText')}</p>
        <FieldFrame id={id} label={t('jsonFile')} hint={t('jsonHint')} error={problem}>
          <FileInput
            id={id}
            accept=".json,application/json"
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={problem !== undefined || undefined}
            file={chosen}
            onChoose={(file) => void choose(file)}
          />
        </FieldFrame>
        {send.error && <ErrorView error={send.error} />}
        <p>
          <Button disabled={body === null} isBusy={send.isPending} onClick={() => body && send.mutate(body)}>
            {t('importJson')}
          </Button>
        </p>
      </div>
      <pre className={styles.example} tabIndex={0}>
        {EXAMPLE}
      </pre>
    </section>
  );
}

const EXAMPLE = JSON.stringify(
  {
    name: 'Trades',
    version: '1',
    skills: [{ code: 'WELD', name: 'Welding', levels: [{ level: 1, label: 'Basics' }] }],
  },
  null,
  2,
);
