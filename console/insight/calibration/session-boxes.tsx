import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import type { ReadResult } from '../../http/use-read';
import { isBox } from '../boxes/box-index';
import { Boxes, type FilledBox, type Move, type PlacedPerson } from '../boxes/boxes';
import { Unplaced, type UnplacedPerson } from '../boxes/unplaced';
import dataTableStyles from '../../ui/data-table.module.css';

type Preview = ReadResult<'/api/calibration/{id}/preview'>;
type Place = Preview['places'][number];

/** The nine-box as it would be with the session applied; who moves says where from. */
export function SessionBoxes({ cycleId, preview }: { cycleId: string; preview: Preview }): ReactNode {
  const t = useTranslations('calibration');
  const names = useTranslations('nineBox.boxes');
  const address = useAddress();
  const { boxes, places } = preview;
  const nameOf = (box: number | null): string => (isBox(box) ? names(`${box}`) : t('noBox'));
  const move: Move = (subjectId, box) => address.change({ calibrate: subjectId, box: box === null ? '' : String(box) });
  const toPerson = ({ subjectId, subject, isNearBorder, before, after }: Place): PlacedPerson => ({
    id: subjectId,
    name: subject,
    href: `/cycles/${cycleId}/results/${subjectId}`,
    performanceScore: after.effective ?? 0,
    potentialScore: after.potential ?? 0,
    isNearBorder,
    isEstimated: after.isEstimated,
    mayChangeScore: true,
    note: before.box === after.box ? undefined : t('from', { box: nameOf(before.box) }),
  });
  // Those who move come first: a full box shows only its beginning.
  const placed = [...places].sort((a, b) => Number(isMoved(b)) - Number(isMoved(a)));
  const filled = boxes.map(({ box, before }): FilledBox => ({
    box,
    countBefore: before,
    employees: placed.filter(({ after }) => after.box === box).map(toPerson),
  }));
  if (places.length === 0) return <p className={dataTableStyles.tableEmpty}>{t('noMembers')}</p>;
  if (places.every(({ after }) => after.box === null))
    return <p className={dataTableStyles.tableEmpty}>{t('noBoxes')}</p>;
  return (
    <div className="stack">
      <Boxes boxes={filled} thresholds={preview.thresholds} hint={t('hint')} onMove={move} />
      <Unplaced people={places.filter(({ after }) => after.box === null).map(toUnplaced)} onMove={move} />
    </div>
  );
}

const isMoved = ({ before, after }: Place): boolean => before.box !== after.box;

function toUnplaced({ subjectId, subject, department, after }: Place): UnplacedPerson {
  const reason = after.effective === null ? 'NoScore' : after.isEstimated ? 'EstimateLeftOut' : 'NoPotential';
  return { id: subjectId, name: subject, department, reason, isMovable: true };
}
