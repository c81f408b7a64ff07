import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { readOnce } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import type { CheckedImport, ImportOptions } from '../../imports/import-kind';
import { type ImportRow, ReportPages } from '../../imports/report-pages';
import { useRefusals } from '../../texts/refusals/refusals';
import { sayRow } from '../../texts/refusals/say-row';
import { Button } from '../../ui/button';
import formStyles from '../../form/form.module.css';

type Result = components['schemas']['ImportResult'];

/** The ids in the option of those who have left. */
export const leaversOf = ({ terminate = '' }: ImportOptions): string[] =>
  terminate.split(',').filter((id) => id !== '');

/** The Active employees who are not in the file: nothing happens to them unless they are marked as having left. */
export function Missing({ jobId, summary, options, choose }: CheckedImport): ReactNode {
  const t = useTranslations('employeesImport');
  const id = useId();
  const { missingCount = 0, terminated = 0, dryRun } = summary;
  const chosen = new Set(leaversOf(options));
  const mark = (ids: Iterable<string>): void => choose?.({ ...options, terminate: [...ids].join(',') });
  const all = useSend(
    async () => {
      const { result } = await readOnce('/api/jobs/{id}', { path: { id: jobId } });
      return ((result as Result | null)?.missing ?? []).map(({ employeeId }) => employeeId);
    },
    { refreshes: [], onDone: mark },
  );
  if (dryRun ? missingCount === 0 : terminated === 0) return null;
  const title = dryRun ? t('missing', { count: missingCount }) : t('marked', { count: terminated });
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {dryRun && <p>{t('missingText')}</p>}
      {dryRun && choose && (
        <div className={formStyles.formActions}>
          <Button isBusy={all.isPending} onClick={() => all.mutate()}>
            {t('markAll', { count: missingCount })}
          </Button>
          {chosen.size > 0 && <Button onClick={() => mark([])}>{t('markNone')}</Button>}
          <p role="status">{t('toMark', { count: chosen.size })}</p>
        </div>
      )}
      <ReportPages jobId={jobId} outcome="missing" label={title}>
        {(lines) => (
          <ul className="stack tight">
            {lines.map((line) => (
              <MissingEmployee
                key={line.employeeId}
                line={line}
                isChosen={chosen.has(line.employeeId ?? '')}
                onChoose={
                  dryRun && choose
                    ? (isChosen) => {
                        const next = new Set(chosen);
                        if (isChosen) next.add(line.employeeId ?? '');
                        else next.delete(line.employeeId ?? '');
                        mark(next);
                      }
                    : null
                }
              />
            ))}
          </ul>
        )}
      </ReportPages>
    </section>
  );
}

interface MissingEmployeeProps {
  line: ImportRow;
  isChosen: boolean;
  /** Null: it is too late. */
  onChoose: ((isChosen: boolean) => void) | null;
}

function MissingEmployee({ line, isChosen, onChoose }: MissingEmployeeProps): ReactNode {
  const id = useId();
  const say = useRefusals();
  const name = [line.name, line.email].filter(Boolean).join(' · ');
  const why = say && line.message !== null ? sayRow(line, say).map(({ text }) => text) : [];
  return (
    <li>
      {onChoose ? (
        <div className={formStyles.check}>
          <input id={id} type="checkbox" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} />
          <label htmlFor={id}>{name}</label>
        </div>
      ) : (
        name
      )}
      {why.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </li>
  );
}
