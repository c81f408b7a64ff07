import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { refresh } from '../../http/query-client';
import type { ReadResult } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { PersonFace } from '../../ui/person';
import { BoxField } from '../boxes/box-field';
import { suggestMove, type TypedMove } from '../boxes/move-suggestion';
import { type Entry, saveEntry } from '../boxes/save-entry';
import type { Session } from './session-state';
import formStyles from '../../form/form.module.css';

type Preview = ReadResult<'/api/calibration/{id}/preview'>;
type Place = Preview['places'][number];

/** The dialog opened by `calibrate` in the address: the id of a subject; `box` names where to. */
export function EntryDialog({ session, preview }: { session: Session; preview: Preview }): ReactNode {
  const t = useTranslations('nineBox');
  const address = useAddress();
  const place = preview.places.find(({ subjectId }) => subjectId === address.get('calibrate'));
  if (!place) return null;
  const entry = session.entries.find(({ subjectId }) => subjectId === place.subjectId) ?? null;
  const target = address.get('box');
  return (
    <Dialog
      title={t('moveName', { name: place.subject })}
      face={<PersonFace id={place.subjectId} name={place.subject} />}
      onClose={() => address.close('calibrate', 'box')}
    >
      <EntryForm
        key={target}
        session={session}
        place={place}
        entry={entry}
        scale={preview.scale}
        thresholds={preview.thresholds}
        target={target === '' ? null : Number(target)}
      />
    </Dialog>
  );
}

interface EntryFormProps {
  session: Session;
  place: Place;
  entry: Entry | null;
  scale: Preview['scale'];
  thresholds: Preview['thresholds'];
  target: number | null;
}

function EntryForm({ session, place, entry, scale, thresholds, target }: EntryFormProps): ReactNode {
  const t = useTranslations('calibration');
  const nineBox = useTranslations('nineBox');
  const form = useTranslations('form');
  const address = useAddress();
  const { subjectId, subject, before, after } = place;
  const format = useFormatter();
  const close = (): void => address.close('calibrate', 'box');
  const shown = (value: number | null): string =>
    value === null ? t('presentNone') : format.number(value, { minimumFractionDigits: 2 });
  const suggest = (box: number | null): TypedMove =>
    suggestMove({
      box: after.box,
      target: box,
      scale,
      thresholds,
      unchanged: {
        calibrated: String(entry?.calibrated ?? before.effective ?? ''),
        potential: String(entry?.potential ?? ''),
        reason: entry?.reason ?? '',
      },
    });
  return (
    <Form<TypedMove>
      name={`calibrate ${subjectId}`}
      label={nineBox('moveName', { name: subject })}
      values={suggest(target)}
      submit={(typed) => saveEntry({ sessionId: session.id, subjectId, entry }, typed)}
      onSaved={() => {
        notify({ kind: 'done', text: t('saved', { name: subject }) });
        close();
        void refresh('/api/calibration');
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      <p className={formStyles.hint}>
        {t('present', { score: shown(before.effective), potential: shown(before.potential) })}{' '}
        {before.potentialSource !== null &&
          nineBox(`potentialFrom.${before.potentialSource}`, { potential: before.potential ?? 0 })}
      </p>
      <BoxField target={target} mayChoose={() => true} suggest={suggest} />
      <TextField
        name="calibrated"
        label={nineBox('calibrated')}
        type="number"
        hint={t('scale', { min: scale.min, max: scale.max })}
        required
      />
      <TextField
        name="potential"
        label={nineBox('potential')}
        type="number"
        hint={t('potentialHint')}
        required={false}
      />
      <TextArea name="reason" label={nineBox('reason')} hint={nineBox('reasonHint')} required maxLength={1000} />
    </Form>
  );
}
