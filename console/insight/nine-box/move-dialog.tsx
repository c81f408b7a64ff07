import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { type ReadResult, useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { PersonFace } from '../../ui/person';
import { BoxField } from '../boxes/box-field';
import { type BoxIndex, columnOf, isBox } from '../boxes/box-index';
import { suggestMove, type TypedMove } from '../boxes/move-suggestion';
import { type Entry, saveEntry } from '../boxes/save-entry';
import type { NineBox } from './nine-box';
import { useOpenSessions } from './open-sessions';
import formStyles from '../../form/form.module.css';

type Session = Pick<ReadResult<'/api/calibration'>['items'][number], 'id' | 'name'>;
type Placed = NineBox['boxes'][number]['employees'][number];

interface MovedPerson {
  id: string;
  name: string;
  departmentId: string | null;
  /** null: the person has no box. */
  placement: { box: number; performance: number; potential: number; source: Placed['potentialSource'] } | null;
}

/** The dialog opened by `move` in the address: the id of a person; `box` names where to. */
export function MoveDialog({ nineBox, cycleId }: { nineBox: NineBox; cycleId: string }): ReactNode {
  const t = useTranslations('nineBox');
  const address = useAddress();
  const person = findPerson(nineBox, address.get('move'));
  if (!person) return null;
  const target = address.get('box');
  return (
    <Dialog
      title={t('moveName', { name: person.name })}
      face={<PersonFace id={person.id} name={person.name} />}
      onClose={() => address.close('move', 'box')}
    >
      <SessionOf person={person} cycleId={cycleId}>
        {(session) => (
          <MoveForm
            key={target}
            person={person}
            cycleId={cycleId}
            session={session}
            scale={nineBox.scale}
            thresholds={nineBox.thresholds}
            target={target === '' ? null : Number(target)}
          />
        )}
      </SessionOf>
    </Dialog>
  );
}

function findPerson({ boxes, unplaced }: NineBox, id: string): MovedPerson | null {
  for (const { box, employees } of boxes) {
    const found = employees.find((employee) => employee.id === id);
    if (found)
      return {
        ...found,
        placement: {
          box,
          performance: found.performanceScore,
          potential: found.potentialScore,
          source: found.potentialSource,
        },
      };
  }
  const found = unplaced.find((employee) => employee.id === id);
  return found ? { ...found, placement: null } : null;
}

/** An open session, and what it says of the person. */
type OpenSession = Session & { entry: Entry | null };

/** The open calibration session that covers a person; null without one. */
function SessionOf({
  person: { id, departmentId },
  cycleId,
  children,
}: {
  person: MovedPerson;
  cycleId: string;
  children: (session: OpenSession | null) => ReactNode;
}): ReactNode {
  const session = useOpenSessions(cycleId)(departmentId);
  return session ? <EntryOf sessionId={session.id} personId={id} show={children} /> : children(null);
}

function EntryOf({
  sessionId,
  personId,
  show,
}: {
  sessionId: string;
  personId: string;
  show: (session: OpenSession) => ReactNode;
}): ReactNode {
  const session = useRead('/api/calibration/{id}', { path: { id: sessionId } });
  return (
    <Loaded read={session}>
      {({ id, name, entries }) =>
        show({ id, name, entry: entries.find(({ subjectId }) => subjectId === personId) ?? null })
      }
    </Loaded>
  );
}

interface MoveFormProps {
  person: MovedPerson;
  cycleId: string;
  session: OpenSession | null;
  scale: NineBox['scale'];
  thresholds: NineBox['thresholds'];
  /** The box where the person was dropped; null: not chosen. */
  target: number | null;
}

function MoveForm({ person, cycleId, session, scale, thresholds, target }: MoveFormProps): ReactNode {
  const t = useTranslations('nineBox');
  const form = useTranslations('form');
  const address = useAddress();
  const close = (): void => address.close('move', 'box');
  const { placement } = person;
  const entry = session?.entry ?? null;
  const shown = String(placement?.potential ?? '');
  const suggest = (box: number | null): TypedMove =>
    suggestMove({
      box: placement?.box ?? null,
      target: box,
      scale: session === null ? null : scale,
      thresholds,
      unchanged: {
        potential: String(entry?.potential ?? shown),
        calibrated: String(entry?.calibrated ?? ''),
        reason: entry?.reason ?? '',
      },
    });
  const values = suggest(target);
  // Without a session the score stays, and with it the column.
  const mayChoose = (box: BoxIndex): boolean =>
    session !== null || (isBox(placement?.box ?? null) && columnOf(placement?.box as BoxIndex) === columnOf(box));
  const submit = (typed: TypedMove): Promise<unknown> => {
    if (session && typed.calibrated !== '') {
      // A potential that is only shown stays what it is.
      const isOwn =
        typeof entry?.potential === 'number' || typed.potential !== values.potential || values.potential !== shown;
      const move = { ...typed, potential: isOwn ? typed.potential : '' };
      return saveEntry({ sessionId: session.id, subjectId: person.id, entry }, move);
    }
    const potential = typed.potential === '' ? null : Number(typed.potential);
    const body = { cycleId, potential, reason: typed.reason };
    return answered(
      api.PUT('/api/nine-box/{employeeId}/potential', { params: { path: { employeeId: person.id } }, body }),
    );
  };
  return (
    <Form<TypedMove>
      name={`move ${person.id}`}
      label={t('moveName', { name: person.name })}
      values={values}
      submit={submit}
      onSaved={({ calibrated }) => {
        const isEntry = session !== null && calibrated !== '';
        const text = isEntry
          ? t('noted', { name: person.name, session: session.name })
          : t('moved', { name: person.name });
        notify({ kind: 'done', text });
        close();
        void refresh('/api/nine-box', '/api/calibration');
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      {placement && (
        <p className="muted">
          {t('performanceIs', { score: placement.performance })}{' '}
          {t(`potentialFrom.${placement.source}`, { potential: placement.potential })}
        </p>
      )}
      {(session !== null || placement !== null) && <BoxField target={target} mayChoose={mayChoose} suggest={suggest} />}
      {entry && (
        <p className={formStyles.hint}>{t('hasEntry', { session: session?.name ?? '', by: entry.by ?? '–' })}</p>
      )}
      <TextField name="potential" label={t('potential')} type="number" hint={t('potentialHint')} required={false} />
      {session ? (
        <TextField
          name="calibrated"
          label={t('calibrated')}
          type="number"
          hint={t('calibratedHint', { session: session.name })}
          required={false}
        />
      ) : (
        <p className={formStyles.hint}>
          {t('noSession')} <Link href={`/calibration?edit=new&cycle=${cycleId}`}>{t('newSession')}</Link>
        </p>
      )}
      <TextArea name="reason" label={t('reason')} hint={t('reasonHint')} required maxLength={1000} />
    </Form>
  );
}
