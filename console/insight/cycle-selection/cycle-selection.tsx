import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { rowChoices } from '../../form/choices';
import { Options } from '../../form/options';
import { type ReadResult, useRead } from '../../http/use-read';
import { ChoiceFilter, Filters } from '../../ui/filters';
import formStyles from '../../form/form.module.css';

type Choices = Pick<ReadResult<'/api/gap-heatmap'>, 'departments' | 'jobProfiles'>;

const MAX_CYCLES = 200;

export function useSelection(): { cycleId?: string; departmentId?: string; jobProfileId?: string } {
  const address = useAddress();
  return {
    cycleId: address.get('cycle') || undefined,
    departmentId: address.get('department') || undefined,
    jobProfileId: address.get('profile') || undefined,
  };
}

/** The filters of views of one cycle; the address holds them as `cycle`, `department` and `profile`. */
export function CycleSelection({
  shown: { cycleId, cycle, departments, jobProfiles },
  children,
}: {
  /** What is shown now: without a cycle in the address the last Closed one. */
  shown: Choices & { cycleId: string | null; cycle: string | null };
  /** Further filters. */
  children?: ReactNode;
}): ReactNode {
  const t = useTranslations('cycleSelection');
  return (
    <Filters>
      <CycleSelect cycleId={cycleId} cycle={cycle} />
      <ChoiceFilter name="department" label={t('department')} choices={rowChoices(departments)} />
      <ChoiceFilter name="profile" label={t('profile')} choices={rowChoices(jobProfiles)} />
      {children}
    </Filters>
  );
}

/** The cycle that is chosen, and the others that can be; the address holds it as `cycle`. */
export function CycleSelect({ cycleId, cycle }: { cycleId: string | null; cycle: string | null }): ReactNode {
  const t = useTranslations('cycleSelection');
  const id = useId();
  const address = useAddress();
  const { data } = useRead('/api/evaluation-cycles', { query: { pageSize: MAX_CYCLES } });
  const cycles = (data?.items ?? []).filter((row) => isRunning(row) || row.closedAt !== null);
  const asked = cycles.find((row) => row.id === address.get('cycle'));
  /** What a running cycle does not show yet is shown of the last one that was closed. */
  const isOther = asked !== undefined && asked.id !== cycleId;
  const chosen = isOther ? asked.id : (cycleId ?? '');
  const isListed = cycles.some((row) => row.id === chosen);
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{t('cycle')}</label>
      <select
        id={id}
        className={formStyles.input}
        value={chosen}
        aria-describedby={isOther ? `${id}-other` : undefined}
        onChange={(event) => address.change({ cycle: event.target.value, department: '', profile: '', page: '' })}
      >
        {!isListed && <option value={chosen}>{cycle ?? t('noCycle')}</option>}
        <Options
          choices={cycles.map((row) => ({
            value: row.id,
            text: isRunning(row) ? t('running', { name: row.name }) : row.name,
          }))}
        />
      </select>
      {isOther && (
        <p id={`${id}-other`} className={formStyles.hint}>
          {cycle === null ? t('notYet') : t('insteadOf', { name: cycle })}
        </p>
      )}
    </div>
  );
}

function isRunning({ status }: { status: string }): boolean {
  return status === 'Open' || status === 'InProgress';
}
