import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { useAddress } from '../../app/use-address';
import { FieldFrame } from '../../form/field-frame';
import { FileInput } from '../../form/file-input';
import { answered, api } from '../../http/client';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorView } from '../../ui/error-view';
import { notify } from '../../ui/notices';
import styles from './skill-frameworks.module.css';

type ImportBody = components['schemas']['ImportSkillFramework'];

/** The dialog that the address asks for with `dialog=import`: sends a JSON file in the generic format. */
export function FrameworkImport(): ReactNode {
  const t = useTranslations('skillFrameworks');
  const address = useAddress();
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
        notify({ kind: 'done', text: t('imported', { name, count: skillCount }) });
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
  if (address.get('dialog') !== 'import') return null;
  return (
    <Dialog title={t('importTitle')} onClose={() => address.close('dialog')}>
      <div className="stack">
        <p>{t('importText')}</p>
        <pre className={styles.example} tabIndex={0}>
          {EXAMPLE}
        </pre>
        <FieldFrame id={id} label={t('file')} hint={t('fileHint')} error={problem}>
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
          <Button
            kind="primary"
            disabled={body === null}
            isBusy={send.isPending}
            onClick={() => body && send.mutate(body)}
          >
            {t('importAction')}
          </Button>
        </p>
      </div>
    </Dialog>
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
