import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { useStore } from '../../app/store';
import { ApiError } from '../../http/api-error';
import { Button } from '../../ui/button';
import { useErrorText } from '../../ui/error-view';
import { notify } from '../../ui/notices';
import { type EvaluationForm, type FormItem, isAnswered, NO_ANSWER } from './answer';
import { AnswerSheet, type SaveState } from './answer-sheet';
import type { Answering } from './answering';
import { ItemField, itemAnchor } from './item-field';
import { sectionAnchor, SectionChoice, SectionSteps, useSectionView } from './sections';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './my-evaluation.module.css';

interface FormProps {
  evaluation: EvaluationForm;
  answering: Answering;
  onSubmitted?: () => void;
}

/** The questions with their answers while these can change. */
export function AnswerForm({ evaluation, answering, onSubmitted }: FormProps): ReactNode {
  const t = useTranslations('myEvaluation');
  const [sheet] = useState(() => new AnswerSheet(evaluation, answering));
  const { answers, conflicts, save } = useStore(sheet.state);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const view = useSectionView(evaluation.template?.sections ?? []);
  useEffect(() => sheet.start(), [sheet]);
  useEffect(() => sheet.adopt(evaluation), [sheet, evaluation]);
  const { template } = evaluation;
  if (!template || template.sections.length === 0)
    return <p className={dataTableStyles.tableEmpty}>{t('noQuestions')}</p>;
  const items = template.sections.flatMap((section) => section.items);
  const answeredItems = items.filter((item) => isAnswered(item, answers.get(item.id) ?? NO_ANSWER));
  const stillMissing = items.filter((item) => missing.includes(item.id) && !answeredItems.includes(item));
  const { sections } = template;
  const shown = view.isWhole ? sections : sections.filter(({ id }) => id === view.current);
  const lead = (itemId: string): void => {
    const section = sections.find(({ items: asked }) => asked.some(({ id }) => id === itemId));
    // The section is rendered before the question in it can have the focus.
    if (section) flushSync(() => view.open(section.id));
    leadTo(itemId);
  };
  return (
    <form className={styles.answerForm} noValidate onSubmit={(event) => event.preventDefault()}>
      <ItemList
        title={t('missing', { count: stillMissing.length })}
        items={stillMissing}
        kind="missing"
        onChoose={lead}
      />
      <ItemList
        title={t('conflicts', { count: conflicts.size })}
        items={items.filter(({ id }) => conflicts.has(id))}
        kind="conflicts"
        onChoose={lead}
      />
      {sections.length > 1 && (
        <SectionChoice
          view={view}
          sections={sections.map(({ id, title, items: asked }) => ({
            id,
            title,
            done: asked.filter((item) => answeredItems.includes(item)).length,
            total: asked.length,
          }))}
        />
      )}
      <div className="muted">
        <p>{t('final')}</p>
        {items.some(({ type }) => type === 'Rating') && (
          <>
            {template.scale.labels.length === 0 && (
              <p>{t('scaleEnds', { min: template.scale.min, max: template.scale.max })}</p>
            )}
            <p className={styles.keys}>{t('keys')}</p>
          </>
        )}
      </div>
      {shown.map(({ id, title, items: asked }) => (
        <section key={id} className={styles.answerSection} aria-labelledby={sectionAnchor(id)}>
          <h2 id={sectionAnchor(id)} tabIndex={-1}>
            {title}
          </h2>
          {asked.map((item) => (
            <ItemField
              key={item.id}
              item={item}
              scale={template.scale}
              value={answers.get(item.id) ?? NO_ANSWER}
              theirs={conflicts.get(item.id)}
              isMissing={stillMissing.includes(item)}
              onChange={(value) => sheet.change(item.id, value)}
              onDecide={(keepsMine) => sheet.decide(item.id, keepsMine)}
            />
          ))}
        </section>
      ))}
      {sections.length > 1 && !view.isWhole && <SectionSteps view={view} sections={sections} />}
      <div className={styles.answerBar}>
        <div>
          <p>{t('progress', { done: answeredItems.length, total: items.length })}</p>
          <SaveLine save={save} conflicts={conflicts.size} onRetry={() => void sheet.flush()} />
        </div>
        <SubmitButton
          id={evaluation.id}
          answering={answering}
          sheet={sheet}
          required={items.filter((item) => item.required && !answeredItems.includes(item))}
          onMissing={setMissing}
          {...(onSubmitted ? { onSubmitted } : {})}
        />
      </div>
    </form>
  );
}

interface SubmitProps {
  id: string;
  answering: Answering;
  sheet: AnswerSheet;
  /** Required questions that have no answer yet. */
  required: readonly FormItem[];
  onMissing: (itemIds: readonly string[]) => void;
  onSubmitted?: () => void;
}

const FIELD = /^answers\[(.+)\]$/;

function SubmitButton({ id, answering, sheet, required, onMissing, onSubmitted }: SubmitProps): ReactNode {
  const t = useTranslations('myEvaluation');
  const textOf = useErrorText();
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    if (required.length > 0) {
      onMissing(required.map((item) => item.id));
      return;
    }
    // What prevents saving is shown next to the saving state.
    if (!(await sheet.flush())) return;
    try {
      await answering.submit(id);
      notify({ kind: 'done', text: t('submitted') });
      document.querySelector('h1')?.focus();
      onSubmitted?.();
    } catch (error) {
      const refused = error instanceof ApiError ? error.fieldErrors : [];
      onMissing(refused.flatMap(({ field }) => FIELD.exec(field)?.[1] ?? []));
      if (refused.length === 0) notify({ kind: 'failed', text: textOf(error) });
    }
    await answering.refresh();
  };

  const press = async (): Promise<void> => {
    setBusy(true);
    await submit().finally(() => setBusy(false));
  };
  return (
    <Button kind="primary" isBusy={isBusy} onClick={() => void press()}>
      {t('submit')}
    </Button>
  );
}

/** Questions that need the user, with the way to each; takes the focus when it appears. */
function ItemList({
  title,
  items,
  kind,
  onChoose,
}: {
  title: string;
  items: readonly FormItem[];
  kind: 'missing' | 'conflicts';
  onChoose: (itemId: string) => void;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const isShown = items.length > 0;
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={box} tabIndex={-1} className={clsx(styles.itemList, styles[kind])} role="alert">
      <p>{title}</p>
      <ul>
        {items.map(({ id, text }) => (
          <li key={id}>
            <button type="button" className={styles.link} onClick={() => onChoose(id)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function leadTo(itemId: string): void {
  const item = document.getElementById(itemAnchor(itemId));
  item?.scrollIntoView({ block: 'center' });
  item?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
}

function SaveLine({
  save,
  conflicts,
  onRetry,
}: {
  save: SaveState;
  conflicts: number;
  onRetry: () => void;
}): ReactNode {
  const t = useTranslations('myEvaluation');
  const errors = useTranslations('errors');
  const format = useFormatter();
  const textOf = useErrorText();
  const text = (): string => {
    if (conflicts > 0) return t('conflicts', { count: conflicts });
    if (save.kind === 'saved') return t('saved', { time: format.dateTime(save.at, { timeStyle: 'short' }) });
    if (save.kind === 'refused') return t('refused', { reason: textOf(save.error) });
    return t(save.kind);
  };
  const isStuck = save.kind === 'waiting' || save.kind === 'refused';
  return (
    <p className={clsx(styles.saveLine, isStuck || conflicts > 0 ? styles.stuck : 'muted')}>
      <span role="status">{text()}</span>
      {isStuck && (
        <Button kind="quiet" onClick={onRetry}>
          {errors('tryAgain')}
        </Button>
      )}
    </p>
  );
}
