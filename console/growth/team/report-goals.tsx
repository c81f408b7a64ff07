import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useRead } from '../../http/use-read';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { PersonFace } from '../../ui/person';
import { GoalState } from '../goal/goal-state';
import { ShareBar } from '../share-bar/share-bar';
import styles from './team.module.css';

const MAX_GOALS = 100;

interface ReportGoalsProps {
  report: { id: string; name: string };
  onClose: () => void;
}

export function ReportGoals({ report, onClose }: ReportGoalsProps): ReactNode {
  const t = useTranslations('team');
  return (
    <Dialog
      title={t('goalsOf', { name: report.name })}
      face={<PersonFace id={report.id} name={report.name} />}
      onClose={onClose}
    >
      <Goals employeeId={report.id} />
    </Dialog>
  );
}

function Goals({ employeeId }: { employeeId: string }): ReactNode {
  const goals = useRead('/api/goals', { query: { ownerEmployeeId: employeeId, pageSize: MAX_GOALS } });
  return (
    <Loaded read={goals}>
      {({ items }) => (
        <ul className={styles.reportGoals}>
          {items.map(({ id, title, status, progress }) => (
            <li key={id}>
              <Link href={`/goals/${id}`}>{title}</Link>
              <GoalState status={status} />
              <ShareBar percent={progress} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
