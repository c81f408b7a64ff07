import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FIELD_SENTENCES } from '../../shared/kernel/refusals/field-sentences';
import { REQUEST_SENTENCES } from '../../shared/kernel/refusals/request-sentences';
import { Form } from '../form/form';
import { refresh } from '../http/query-client';
import { refusalTranslator } from '../texts/refusals/refusal-translator';
import { useRefusals } from '../texts/refusals/refusals';
import { Button } from '../ui/button';
import { CancelButton } from '../ui/cancel-button';
import { Dialog } from '../ui/dialog';
import { ErrorView } from '../ui/error-view';
import { Loaded } from '../ui/loaded';
import { notify } from '../ui/notices';
import { Progress } from '../ui/progress';
import type { Bulk, BulkAction } from './bulk';
import { type BulkOutcome, type BulkResult, runBulk } from './run-bulk';
import dialogStyles from '../ui/dialog.module.css';
import styles from './list.module.css';

/** The part of a list that does not depend on what its rows are. */
type AnyBulk = Pick<Bulk<never>, 'chosen' | 'choose' | 'send' | 'refreshes'>;

interface BulkDialogProps {
  action: BulkAction;
  bulk: AnyBulk;
  onClose: () => void;
}

/** Asks what an action needs, says how many rows would change and which would not, and then does it. */
export function BulkDialog({ action, bulk, onClose }: BulkDialogProps): ReactNode {
  const t = useTranslations('list');
  const { asks, text } = action;
  // What is selected when the dialog opens, whatever is read after that.
  const [rows] = useState(() => new Map(bulk.chosen));
  const [typed, setTyped] = useState(asks?.initial);
  const [isAsking, setAsking] = useState(asks !== undefined);
  const [isRunning, setRunning] = useState(false);
  return (
    <Dialog title={t('bulkTitle', { action: text, count: rows.size })} onClose={() => !isRunning && onClose()}>
      {asks && isAsking ? (
        <Form<Record<string, unknown>>
          name={`bulk ${action.action}`}
          label={text}
          values={typed ?? asks.initial}
          submit={() => Promise.resolve()}
          onSaved={(next) => {
            setTyped(next);
            setAsking(false);
          }}
          action={t('preview')}
          secondary={<CancelButton />}
        >
          {asks.fields}
        </Form>
      ) : (
        <Steps
          action={action}
          rows={rows}
          values={typed && asks?.valuesOf(typed)}
          phrase={(count) => action.phrase(count, typed ?? {})}
          bulk={bulk}
          onBack={asks && (() => setAsking(true))}
          onRunning={setRunning}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface StepsProps extends BulkDialogProps {
  rows: ReadonlyMap<string, string>;
  values: object | undefined;
  phrase: (count: number) => string;
  onBack: (() => void) | undefined;
  onRunning: (isRunning: boolean) => void;
}

function Steps({ action, rows, values, phrase, bulk, onBack, onRunning, onClose }: StepsProps): ReactNode {
  const t = useTranslations('list');
  const ids = [...rows.keys()];
  const [done, setDone] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const send = (dryRun: boolean) => (some: string[]) => bulk.send({ action: action.action, ids: some, values, dryRun });
  // A preview holds for this moment alone: it is never taken from an earlier one.
  const preview = useQuery({
    queryKey: [useId(), values],
    queryFn: () => runBulk(ids, send(true), () => undefined),
    gcTime: 0,
    staleTime: Infinity,
  });
  const doneText = (ended: BulkOutcome): string =>
    action.donePhrase?.(shownCount(ended)) ?? t('bulkDone', { phrase: phrase(shownCount(ended)) });
  const run = async (): Promise<void> => {
    onRunning(true);
    const ended = await runBulk(ids, send(false), setDone);
    onRunning(false);
    await refresh(...bulk.refreshes);
    const { changed, refused, failure } = ended;
    const done = doneText(ended);
    bulk.choose(new Map(refused.map(({ id }) => [id, rows.get(id) ?? ''])));
    if (changed > 0) notify({ kind: 'done', text: done });
    if (refused.length === 0 && failure === null) onClose();
    else setOutcome(ended);
  };
  if (outcome)
    return (
      <>
        <Outcome text={outcome.changed > 0 ? doneText(outcome) : t('noneChanged')} outcome={outcome} rows={rows} />
        <div className={dialogStyles.dialogActions}>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </>
    );
  if (done !== null) return <Progress label={action.text} done={done} total={ids.length} />;
  return (
    <Loaded read={preview}>
      {(preview) => (
        <>
          <Outcome
            text={preview.changed > 0 ? t('bulkAsk', { phrase: phrase(shownCount(preview)) }) : t('noneWillChange')}
            outcome={preview}
            rows={rows}
          />
          {action.effect !== undefined && preview.changed > 0 && <p>{action.effect}</p>}
          <div className={dialogStyles.dialogActions}>
            {onBack && <Button onClick={onBack}>{t('back')}</Button>}
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button
              kind={action.isDanger ? 'danger' : 'primary'}
              disabled={preview.changed === 0}
              onClick={() => void run()}
            >
              {preview.changed > 0 ? phrase(shownCount(preview)) : action.text}
            </Button>
          </div>
        </>
      )}
    </Loaded>
  );
}

const shownCount = ({ changed, made = changed }: BulkOutcome): number => made;

interface OutcomeProps {
  text: string;
  outcome: BulkOutcome;
  rows: ReadonlyMap<string, string>;
}

/** How many rows change, and the names of the others with the reasons. */
function Outcome({ text, outcome: { changed, refused, failure }, rows }: OutcomeProps): ReactNode {
  const t = useTranslations('list');
  const unchanged = rows.size - changed - refused.length;
  return (
    <div className="stack tight">
      <p role="status">{text}</p>
      {failure === null && unchanged > 0 && <p className="muted">{t('unchanged', { count: unchanged })}</p>}
      {failure !== null && <ErrorView error={failure} />}
      {refused.length > 0 && <Refused refused={refused} rows={rows} />}
    </div>
  );
}

const english = refusalTranslator({ sentences: { ...FIELD_SENTENCES, ...REQUEST_SENTENCES }, terms: {} }, 'en');

function Refused({ refused, rows }: { refused: BulkResult['refused']; rows: ReadonlyMap<string, string> }): ReactNode {
  const t = useTranslations('list');
  const say = useRefusals();
  return (
    <>
      <p>{t('refused', { count: refused.length })}</p>
      <ul className={styles.refused} tabIndex={0} aria-label={t('refused', { count: refused.length })}>
        {refused.map((row) => (
          <li key={row.id}>
            <b>{rows.get(row.id)}</b>: {say?.(english(row.code, row), row)}
          </li>
        ))}
      </ul>
    </>
  );
}
