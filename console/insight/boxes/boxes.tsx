import { clsx } from 'clsx';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { NineBoxThresholds } from '../../../shared/insight/nine-box.rules';
import { Button } from '../../ui/button';
import { Person } from '../../ui/person';
import { usePrinted } from '../../ui/use-printed';
import { BoardNotes } from './board-notes';
import { type BoxIndex, columnOf, isBox, neighborOf, ROWS } from './box-index';
import styles from './boxes.module.css';

export interface PlacedPerson {
  id: string;
  name: string;
  /** The person's page. */
  href: string;
  performanceScore: number;
  potentialScore: number;
  /** No one has judged the potential. */
  isEstimated: boolean;
  /** Other evaluators of the same kind could have put the person into another box. */
  isNearBorder: boolean;
  /** Whether the person may go to another column: a session is open, in which a score changes. */
  mayChangeScore: boolean;
  /** Such as where the person comes from. */
  note?: string | undefined;
}

export interface FilledBox {
  box: number;
  employees: readonly PlacedPerson[];
  /** How many there were before, where that is compared. */
  countBefore?: number;
}

/** Shown of a box before the user expands it. */
const SHOWN_AT_FIRST = 40;
const DRAGGED = 'application/x-employee';

/** Asks to move a person to a box; null: to one that is chosen next. */
export type Move = (personId: string, box: BoxIndex | null) => void;

/** Who is being moved, and from where. */
interface Mover {
  person: PlacedPerson;
  box: BoxIndex;
}

const mayGo = ({ person, box }: Mover, to: BoxIndex): boolean =>
  person.mayChangeScore || columnOf(box) === columnOf(to);

interface BoxesProps {
  boxes: readonly FilledBox[];
  thresholds: NineBoxThresholds;
  /** How people are moved. */
  hint: string;
  onMove: Move;
}

/** The nine boxes on one screen: performance from left to right, potential from bottom to top; full boxes scroll. */
export function Boxes({ boxes, thresholds, hint, onMove }: BoxesProps): ReactNode {
  const t = useTranslations('nineBox');
  const [dragged, setDragged] = useState<Mover | null>(null);
  const [held, setHeld] = useState<PlacedPerson | null>(null);
  const people = boxes.flatMap(({ employees }) => employees);
  const near = people.filter(({ isNearBorder }) => isNearBorder).length;
  // Where most are near a border the mark says nothing about a person.
  const marksNear = near > 0 && near * 5 <= people.length;
  const drag = (mover: Mover | null): void => {
    setDragged(mover);
    setHeld(mover && !mover.person.mayChangeScore ? mover.person : null);
  };
  const move = (mover: Mover, to: BoxIndex | null): void => {
    const isRefused = to !== null && !mayGo(mover, to);
    setHeld(isRefused ? mover.person : null);
    if (!isRefused) onMove(mover.person.id, to);
  };
  return (
    <div className={styles.nineBox}>
      <p className={clsx('muted', styles.hint)} role="status">
        {held ? <b>{t('onlyUpAndDown', { name: held.name })}</b> : hint}
      </p>
      <p className={clsx(styles.axis, styles.potential)} aria-hidden="true">
        {t('potential')}
      </p>
      <div className={styles.boxes}>
        {ROWS.flat().map((index) => (
          <BoxView
            key={index}
            index={index}
            box={boxes.find(({ box }) => box === index)}
            marksNear={marksNear}
            dragged={dragged}
            onDrag={drag}
            onMove={move}
          />
        ))}
      </div>
      <p className={clsx(styles.axis, styles.performance)} aria-hidden="true">
        {t('performance')}
      </p>
      <BoardNotes
        thresholds={thresholds}
        people={people.length}
        near={near}
        marksNear={marksNear}
        estimated={people.filter(({ isEstimated }) => isEstimated).length}
      />
    </div>
  );
}

interface BoxProps {
  index: BoxIndex;
  box: FilledBox | undefined;
  marksNear: boolean;
  dragged: Mover | null;
  onDrag: (mover: Mover | null) => void;
  onMove: (mover: Mover, to: BoxIndex | null) => void;
}

function BoxView({ index, box, marksNear, dragged, onDrag, onMove }: BoxProps): ReactNode {
  const t = useTranslations('nineBox');
  const format = useFormatter();
  const [isTarget, setTarget] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const people = box?.employees ?? [];
  const isPrinted = usePrinted();
  const shown = showsAll || isPrinted ? people : people.slice(0, SHOWN_AT_FIRST);
  const takes = dragged !== null && dragged.box !== index && mayGo(dragged, index);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setTarget(false);
    if (takes) onMove(dragged, index);
  };
  return (
    <section
      className={clsx(
        styles.box,
        styles[`box${index}`],
        isTarget && takes && styles.target,
        dragged !== null && dragged.box !== index && !takes && styles.closed,
      )}
      aria-labelledby={`box-${index}`}
      onDragOver={(event) => {
        if (!takes) return;
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
      <ul className={styles.chips}>
        {shown.map((person) => (
          <Chip
            key={person.id}
            person={person}
            isMarkedNear={marksNear && person.isNearBorder}
            onDrag={(isDragged) => onDrag(isDragged ? { person, box: index } : null)}
            onMove={(to) => onMove({ person, box: index }, to)}
            box={index}
          />
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

interface ChipProps {
  person: PlacedPerson;
  box: BoxIndex;
  isMarkedNear: boolean;
  onDrag: (isDragged: boolean) => void;
  onMove: (to: BoxIndex | null) => void;
}

/**
 * One person, whose name leads to the results: dragged by mouse, moved to a neighboring box by Ctrl or Alt with an arrow key, or
 * anywhere by the button.
 */
function Chip({ person, box, isMarkedNear, onDrag, onMove }: ChipProps): ReactNode {
  const t = useTranslations('nineBox');
  const format = useFormatter();
  const { id, name, href, performanceScore, potentialScore, isEstimated, note } = person;
  const score = (value: number): string => format.number(value, { maximumFractionDigits: 2 });
  const scores = t('scores', { performance: score(performanceScore), potential: score(potentialScore) });
  const moveByKey = (event: KeyboardEvent): void => {
    const next = event.altKey || event.ctrlKey ? neighborOf(box, event.key) : null;
    if (!isBox(next)) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <li
      className={clsx(styles.chip, note !== undefined && styles.moved)}
      title={scores}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, id);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <Person id={id} name={name}>
        <Link href={href} draggable={false}>
          {name}
        </Link>
        {isEstimated && <Mark sign="≈" text={t('estimated')} />}
        {isMarkedNear && <Mark sign="±" text={t('nearBorder')} />}
        <span className="visually-hidden">, {scores}</span>
        {note !== undefined && <span className={styles.personNote}>{note}</span>}
      </Person>
      <button
        type="button"
        className={styles.chipMove}
        aria-label={`${t('move')} ${name}`}
        aria-keyshortcuts="Control+ArrowUp Control+ArrowDown Control+ArrowLeft Control+ArrowRight"
        onKeyDown={moveByKey}
        onClick={() => onMove(null)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
    </li>
  );
}

/** A sign that the notes below the board explain. */
function Mark({ sign, text }: { sign: string; text: string }): ReactNode {
  return (
    <>
      {' '}
      <abbr title={text} aria-hidden="true">
        {sign}
      </abbr>
      <span className="visually-hidden">, {text}</span>
    </>
  );
}
