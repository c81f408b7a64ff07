import { clsx } from 'clsx';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { Person } from '../../ui/person';
import { usePrinted } from '../../ui/use-printed';
import { type BoxIndex, isBox, neighborOf, ROWS } from './box-index';
import styles from './boxes.module.css';

/** Someone in a box. */
export interface PlacedPerson {
  id: string;
  name: string;
  performanceScore: number;
  potentialScore: number;
  /** Other evaluators of the same kind could have put the person into another box. */
  isNearBorder: boolean;
  /** Such as where the person comes from. */
  note?: string | undefined;
}

/** A box with its people. */
export interface FilledBox {
  box: number;
  employees: readonly PlacedPerson[];
  /** How many there were before, where that is compared. */
  countBefore?: number;
}

/** Of a box before the user asks for all. */
const SHOWN_AT_FIRST = 12;
const DRAGGED = 'application/x-employee';

/** Asks to move a person to a box; null: to one that is chosen next. */
export type Move = (personId: string, box: BoxIndex | null) => void;

/** The nine boxes: performance from left to right, potential from bottom to top. */
export function Boxes({ boxes, onMove }: { boxes: readonly FilledBox[]; onMove: Move }): ReactNode {
  const t = useTranslations('nineBox');
  return (
    <div className={styles.nineBox}>
      <p className={clsx(styles.axis, styles.potential)} aria-hidden="true">
        {t('potential')}
      </p>
      <div className={styles.boxes}>
        {ROWS.flat().map((index) => (
          <BoxView key={index} index={index} box={boxes.find(({ box }) => box === index)} onMove={onMove} />
        ))}
      </div>
      <p className={clsx(styles.axis, styles.performance)} aria-hidden="true">
        {t('performance')}
      </p>
      {boxes.some(({ employees }) => employees.some(({ isNearBorder }) => isNearBorder)) && (
        <p className={clsx('muted', styles.legend)}>{t('nearBorderText')}</p>
      )}
    </div>
  );
}

function BoxView({ index, box, onMove }: { index: BoxIndex; box: FilledBox | undefined; onMove: Move }): ReactNode {
  const t = useTranslations('nineBox');
  const format = useFormatter();
  const [isTarget, setTarget] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const people = box?.employees ?? [];
  const isPrinted = usePrinted();
  const shown = showsAll || isPrinted ? people : people.slice(0, SHOWN_AT_FIRST);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setTarget(false);
    const personId = event.dataTransfer.getData(DRAGGED);
    if (personId !== '' && !people.some(({ id }) => id === personId)) onMove(personId, index);
  };
  return (
    <section
      className={clsx(styles.box, styles[`box${index}`], isTarget && styles.target)}
      aria-labelledby={`box-${index}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <h2 id={`box-${index}`}>
        {t(`boxes.${index}`)}{' '}
        <span className={styles.boxCount}>
          {box?.countBefore === undefined || box.countBefore === people.length ? (
            format.number(people.length)
          ) : (
            <>
              <span aria-hidden="true">
                {format.number(box.countBefore)} → {format.number(people.length)}
              </span>
              <span className="visually-hidden">
                {t('countChange', { before: box.countBefore, after: people.length })}
              </span>
            </>
          )}
        </span>
      </h2>
      <ul>
        {shown.map((person) => (
          <PersonEntry key={person.id} person={person} box={index} onMove={onMove} />
        ))}
      </ul>
      {shown.length < people.length && (
        <Button kind="quiet" onClick={() => setShowsAll(true)}>
          {t('showAll', { count: people.length })}
        </Button>
      )}
    </section>
  );
}

/** One person: dragged by mouse, moved to a neighboring box by Ctrl or Alt with an arrow key, or anywhere by the button. */
function PersonEntry({ person, box, onMove }: { person: PlacedPerson; box: BoxIndex; onMove: Move }): ReactNode {
  const t = useTranslations('nineBox');
  const format = useFormatter();
  const { id, name, performanceScore, potentialScore, isNearBorder, note } = person;
  const score = (value: number): string => format.number(value, { maximumFractionDigits: 2 });
  const moveByKey = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey ? neighborOf(box, event.key) : null;
    if (!isBox(next)) return;
    event.preventDefault();
    onMove(id, next);
  };
  return (
    <li
      className={clsx(styles.person, note !== undefined && styles.moved)}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <Person id={id} name={name}>
        {name}
        <span className={clsx('muted', styles.personScores)}>
          {t('scores', { performance: score(performanceScore), potential: score(potentialScore) })}
          {isNearBorder && `, ${t('nearBorder')}`}
        </span>
        {note !== undefined && <span className={styles.personNote}>{note}</span>}
      </Person>
      <Button
        kind="quiet"
        aria-label={`${t('move')} ${name}`}
        aria-keyshortcuts="Control+ArrowUp Control+ArrowDown Control+ArrowLeft Control+ArrowRight"
        onKeyDown={moveByKey}
        onClick={() => onMove(id, null)}
      >
        {t('move')}
      </Button>
    </li>
  );
}
