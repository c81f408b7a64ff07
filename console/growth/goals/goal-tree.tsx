import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { useCalendarDate } from '../../texts/calendar-date';
import { Person } from '../../ui/person';
import type { GoalNode } from '../goal/goal';
import { GoalState } from '../goal/goal-state';
import { ShareBar } from '../share-bar/share-bar';
import dataTableStyles from '../../ui/data-table.module.css';
import twistStyles from '../../ui/twist.module.css';
import styles from './goal-tree.module.css';

/** Larger trees begin with their upper levels alone. */
const MAX_OPEN_ROWS = 100;

interface TreeRow {
  goal: GoalNode;
  level: number;
  position: number;
  siblings: number;
  isExpanded: boolean;
}

interface GoalTreeProps {
  goals: readonly GoalNode[];
  /** Shows everything from the beginning, however large the tree is. */
  isOpen: boolean;
}

/**
 * Goals as a tree grid (ARIA): arrow keys move between rows, open and close them; Home, End and Enter work too. One row is in
 * the tab order.
 */
export function GoalTree({ goals, isOpen }: GoalTreeProps): ReactNode {
  const t = useTranslations('goals');
  const pages = useTranslations('pages');
  const [, navigate] = useLocation();
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => (isOpen ? new Set() : closedAtFirst(goals)));
  const [activeId, setActiveId] = useState<string | null>(null);
  const isMoving = useRef(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = visibleRows(goals, closed);
  const activeAt = Math.max(
    0,
    rows.findIndex(({ goal }) => goal.id === activeId),
  );
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
  }, [activeId]);

  const moveTo = (at: number): void => {
    const row = rows[Math.min(Math.max(at, 0), rows.length - 1)];
    if (!row || row.goal.id === rows[activeAt]?.goal.id) return;
    isMoving.current = true;
    setActiveId(row.goal.id);
  };
  const setExpanded = ({ id }: GoalNode, isExpanded: boolean): void => {
    const next = new Set(closed);
    if (isExpanded) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const press = (event: KeyboardEvent): void => {
    const row = rows[activeAt];
    if (!row || event.target !== event.currentTarget) return;
    const { goal, level, isExpanded } = row;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(activeAt + 1),
      ArrowUp: () => moveTo(activeAt - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      Enter: () => navigate(`/goals/${goal.id}`),
      ArrowRight() {
        if (goal.children.length === 0) return;
        if (isExpanded) moveTo(activeAt + 1);
        else setExpanded(goal, true);
      },
      ArrowLeft() {
        if (isExpanded) setExpanded(goal, false);
        else moveTo(rows.findLastIndex((other, at) => at < activeAt && other.level < level));
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <>
      <p className={clsx('muted', styles.goalTreeHint)}>{t('keys')}</p>
      <div className={dataTableStyles.tableBox}>
        <table className={clsx(dataTableStyles.table, styles.goalTree)} role="treegrid" aria-label={pages('goals')}>
          <thead>
            <tr>
              {(['title', 'level', 'owner', 'status', 'progress', 'due'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <Row
                key={row.goal.id}
                row={row}
                isActive={at === activeAt}
                onKeyDown={press}
                onFocus={() => setActiveId(row.goal.id)}
                onToggle={() => setExpanded(row.goal, !row.isExpanded)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  row: TreeRow;
  isActive: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onToggle: () => void;
}

function Row({ row, isActive, onKeyDown, onFocus, onToggle }: RowProps): ReactNode {
  const t = useTranslations('goals');
  const levels = useTranslations('goalLevel');
  const date = useCalendarDate();
  const { goal, level, position, siblings, isExpanded } = row;
  const { id, title, ownerEmployeeId, owner, department, status, progress, dueDate, children } = goal;
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={children.length > 0 ? isExpanded : undefined}
      tabIndex={tabIndex}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <th scope="row">
        <span className={styles.goalTreeTitle} style={{ paddingInlineStart: `${(level - 1) * 20}px` }}>
          {children.length > 0 ? (
            <button
              type="button"
              className={twistStyles.twist}
              tabIndex={tabIndex}
              aria-label={isExpanded ? t('close', { name: title }) : t('open', { name: title })}
              onClick={onToggle}
            >
              <span aria-hidden="true">{isExpanded ? '▾' : '▸'}</span>
            </button>
          ) : (
            <span className={twistStyles.twist} />
          )}
          <Link href={`/goals/${id}`} tabIndex={tabIndex}>
            {title}
          </Link>
        </span>
      </th>
      <td>
        {levels(goal.level)}
        <span className={dataTableStyles.below}>{department}</span>
      </td>
      <td>
        {owner === null ? <span className="muted">{t('noOwner')}</span> : <Person id={ownerEmployeeId} name={owner} />}
      </td>
      <td>
        <GoalState status={status} />
      </td>
      <td>
        <ShareBar percent={progress} />
      </td>
      <td className={dataTableStyles.date}>{dueDate !== null && date(dueDate)}</td>
    </tr>
  );
}

/** The rows that no closed one hides, from top to bottom. */
function visibleRows(nodes: readonly GoalNode[], closed: ReadonlySet<string>, level = 1): TreeRow[] {
  return nodes.flatMap((goal, at) => {
    const isExpanded = goal.children.length > 0 && !closed.has(goal.id);
    const own = { goal, level, position: at + 1, siblings: nodes.length, isExpanded };
    return isExpanded ? [own, ...visibleRows(goal.children, closed, level + 1)] : [own];
  });
}

function closedAtFirst(goals: readonly GoalNode[]): Set<string> {
  const rows = visibleRows(goals, new Set());
  if (rows.length <= MAX_OPEN_ROWS) return new Set();
  return new Set(rows.filter(({ isExpanded }) => isExpanded).map(({ goal }) => goal.id));
}
