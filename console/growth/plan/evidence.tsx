import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { isBeingDone, isBeingWritten } from '../../../shared/growth/development-plan.rules';
import { FileInput } from '../../form/file-input';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { saveFile } from '../../http/save-file';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notices';
import { type Plan, PLAN_PATHS, type PlanAction } from './plan';
import styles from './plan-view.module.css';

const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.webp,.docx,.xlsx,.pptx,.txt,.csv';

interface EvidenceProps {
  plan: Plan;
  action: PlanAction;
}

/** The files that prove what was done: everyone who sees the plan downloads them, its writers add and remove them. */
export function Evidence({ plan, action }: EvidenceProps): ReactNode {
  const t = useTranslations('planAction');
  const { title, evidenceFiles, evidenceFileIds } = action;
  const status = plan.status as DevelopmentPlanStatus;
  const mayChange = plan.canEdit && (isBeingDone(status) || isBeingWritten(status));
  const download = useSend((id: string) => saveFile(`/api/files/${id}/download`), { refreshes: [] });
  const replace = (fileIds: readonly string[]): Promise<unknown> => {
    const params = { path: { id: plan.id, actionId: action.id }, header: ifMatch(plan) };
    const body = { evidenceFileIds: [...fileIds] };
    return answered(api.PUT('/api/development-plans/{id}/actions/{actionId}', { params, body }));
  };
  const add = useSend(
    async (file: File) => {
      const stored = await answered(api.POST('/api/files', { body: fileBody(file) as never, ...AS_MULTIPART }));
      await replace([...evidenceFileIds, stored.id]);
      return stored.name;
    },
    { refreshes: PLAN_PATHS, onDone: (name) => notify({ kind: 'done', text: t('evidenceAdded', { name }) }) },
  );
  const remove = useSend((fileId: string) => replace(evidenceFileIds.filter((id) => id !== fileId)), {
    refreshes: PLAN_PATHS,
  });
  if (evidenceFiles.length === 0 && !mayChange) return null;
  return (
    <div className={styles.evidence}>
      <span className="muted">{t('evidence')}</span>
      <ul aria-label={t('evidenceOf', { name: title })}>
        {evidenceFiles.map(({ id, name }) => (
          <li key={id}>
            <Button kind="quiet" isBusy={download.isPending} onClick={() => download.mutate(id)}>
              {name ?? t('file')}
            </Button>
            {mayChange && (
              <Button
                kind="quiet"
                isBusy={remove.isPending}
                aria-label={t('removeFile', { name: name ?? t('file') })}
                onClick={() => remove.mutate(id)}
              >
                ×
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <FileInput
          accept={ACCEPTED}
          aria-label={t('addEvidenceTo', { name: title })}
          file={add.isPending ? add.variables : null}
          isSending={add.isPending}
          onChoose={(file) => file && add.mutate(file)}
        />
      )}
    </div>
  );
}
