import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type ReactNode, useId, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { Options } from '../../form/options';
import { Button } from '../../ui/button';
import type { Heatmap } from './heatmap';
import formStyles from '../../form/form.module.css';
import dataTableStyles from '../../ui/data-table.module.css';
import gapStyles from '../gap/gap.module.css';
import styles from './heatmap.module.css';

const LINE_HEIGHT = 48;
const OVERSCAN = 4;

/** One gap of the person or of the requirement that is shown. */
interface Line {
  key: string;
  name: string;
  isCritical: boolean;
  level: number;
  personId: string;
  person: string;
  requirementId: string;
  requirement: string;
}

/**
 * The heatmap of a phone: the gaps of one person, or of everyone at one requirement, the largest first. The address names what is shown, as
 * `by` and `of`.
 */
export function HeatmapList({ heatmap }: { heatmap: Heatmap }): ReactNode {
  const t = useTranslations('heatmap');
  const id = useId();
  const address = useAddress();
  const { subjects, rows } = heatmap;
  const isByRequirement = address.get('by') === 'requirement';
  const choices = isByRequirement
    ? rows.map(({ requirementId, requirement }) => ({ value: requirementId, text: requirement }))
    : subjects.map((subject) => ({ value: subject.id, text: subject.name }));
  const asked = choices.findIndex(({ value }) => value === address.get('of'));
  const at = Math.max(asked, 0);
  const lines = isByRequirement ? linesOfRequirement(heatmap, at) : linesOfPerson(heatmap, at);
  return (
    <section className="stack tight" aria-label={t('table', { cycle: heatmap.cycle ?? '' })}>
      <div className={styles.switch} role="group" aria-label={t('show')}>
        <Button aria-pressed={!isByRequirement} onClick={() => address.change({ by: '', of: '' })}>
          {t('onePerson')}
        </Button>
        <Button aria-pressed={isByRequirement} onClick={() => address.change({ by: 'requirement', of: '' })}>
          {t('oneRequirement')}
        </Button>
      </div>
      <div className={formStyles.field}>
        <label htmlFor={id}>{isByRequirement ? t('requirement') : t('person')}</label>
        <select
          id={id}
          className={formStyles.input}
          value={choices[at]?.value ?? ''}
          onChange={({ target }) => address.change({ of: target.value })}
        >
          <Options choices={choices} />
        </select>
      </div>
      {isByRequirement && <RequirementFigures row={rows[at]} />}
      {lines.length === 0 ? (
        <p className={dataTableStyles.tableEmpty}>{t('noneMeasured')}</p>
      ) : (
        <Lines key={choices[at]?.value} lines={lines} label={choices[at]?.text ?? ''} />
      )}
    </section>
  );
}

function linesOfPerson({ rows, subjects }: Heatmap, at: number): Line[] {
  const subject = subjects[at];
  return bySize(
    rows.flatMap(({ requirementId, requirement, isCritical, cells }) => {
      const level = cells[at] ?? null;
      if (level === null || !subject) return [];
      const person = { personId: subject.id, person: subject.name };
      return [{ key: requirementId, name: requirement, isCritical, level, ...person, requirementId, requirement }];
    }),
  );
}

function linesOfRequirement({ rows, subjects }: Heatmap, at: number): Line[] {
  const row = rows[at];
  return bySize(
    subjects.flatMap(({ id, name }, column) => {
      const level = row?.cells[column] ?? null;
      if (level === null || !row) return [];
      const { requirementId, requirement } = row;
      return [{ key: id, name, isCritical: false, level, personId: id, person: name, requirementId, requirement }];
    }),
  );
}

const bySize = (lines: Line[]): Line[] => lines.sort((one, other) => other.level - one.level);

function RequirementFigures({ row }: { row: Heatmap['rows'][number] | undefined }): ReactNode {
  const t = useTranslations('heatmap');
  const format = useFormatter();
  if (!row || row.averageGap === null || row.percent === null) return null;
  return (
    <p className="muted">
      {t('figures', {
        average: format.number(row.averageGap, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        affected: row.affected,
        share: format.number(row.percent / 100, { style: 'percent', maximumFractionDigits: 0 }),
      })}{' '}
      {row.isCritical && <span className={gapStyles.critical}>{t('critical')}</span>}
    </p>
  );
}

/** Only the lines in sight exist, whatever the size of the organization. */
function Lines({ lines, label }: { lines: readonly Line[]; label: string }): ReactNode {
  const t = useTranslations('heatmap');
  const levels = useTranslations('gapLevel');
  const address = useAddress();
  const box = useRef<HTMLDivElement>(null);
  const shown = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN,
  });
  return (
    <div
      ref={box}
      className={clsx(dataTableStyles.tableBox, styles.linesBox)}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <ul className={styles.lines} style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const { key, name, isCritical, level, personId, person, requirementId, requirement } = line;
          const severity = String(Math.min(level, 3)) as '0' | '1' | '2' | '3';
          const gap = level > 0 ? `${levels(severity)} (${level})` : levels(severity);
          return (
            <li
              key={key}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={lines.length}
            >
              <span className={styles.lineName}>
                {name} {isCritical && <span className={gapStyles.critical}>{t('critical')}</span>}
              </span>
              <button
                type="button"
                className={clsx(gapStyles.gapCell, gapStyles.gapLevel, gapStyles[`level${severity}`])}
                aria-label={`${gap}: ${person}, ${requirement}`}
                onClick={() => address.change({ person: personId, requirement: requirementId })}
              >
                {gap}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
