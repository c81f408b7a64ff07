import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { ScaleLevels } from '../../ui/scale-levels';
import { type AnswerValue, type EvaluationForm, type FormItem, MAX_COMMENT_LENGTH, NO_ANSWER } from './answer';
import { AnswerText } from './answer-text';
import formStyles from '../../form/form.module.css';
import styles from './my-evaluation.module.css';

type Scale = NonNullable<EvaluationForm['template']>['scale'];

/** Where an item is on its page. */
export const itemAnchor = (itemId: string): string => `item-${itemId}`;

interface ItemFieldProps {
  item: FormItem;
  scale: Scale;
  value: AnswerValue;
  /** What another tab or device saved instead; undefined without a conflict. */
  theirs: AnswerValue | undefined;
  isMissing: boolean;
  onChange: (value: AnswerValue) => void;
  onDecide: (keepsMine: boolean) => void;
}

/** One question with its answer. */
export function ItemField(props: ItemFieldProps): ReactNode {
  const { item, scale, value, theirs, isMissing, onChange, onDecide } = props;
  const t = useTranslations('myEvaluation');
  const id = useId();
  return (
    <fieldset
      id={itemAnchor(item.id)}
      className={clsx(styles.item, isMissing && styles.missing)}
      onKeyDown={(event) => rateByKey(event, item, scale, (rating) => onChange({ ...value, ...rating }))}
    >
      <legend id={`${id}-text`}>
        {item.text}
        {!item.required && <span className="muted"> {t('optional')}</span>}
      </legend>
      {item.requirement !== null && <p className={clsx('muted', styles.itemRequirement)}>{item.requirement}</p>}
      {item.measuresPotential && <p className="muted">{t('onlyHr')}</p>}
      {isMissing && <p className={formStyles.fieldError}>{t('needsAnswer')}</p>}
      {item.type === 'Rating' && <Rating item={item} scale={scale} value={value} onChange={onChange} />}
      {item.levels && <ScaleLevels summary={t('levels')} levels={item.levels} chosen={value.score} />}
      {item.type === 'Text' && item.allowNotApplicable && (
        <Choice
          name={item.id}
          type="checkbox"
          label={t('notApplicable')}
          isChosen={value.notApplicable}
          onChoose={() => onChange({ ...value, notApplicable: !value.notApplicable })}
        />
      )}
      <label className={item.type === 'Text' ? 'visually-hidden' : styles.itemComment} htmlFor={`${id}-comment`}>
        {item.type === 'Text' ? t('answer') : t('comment')}
      </label>
      <textarea
        id={`${id}-comment`}
        className={formStyles.input}
        aria-describedby={`${id}-text`}
        rows={item.type === 'Text' ? 3 : 1}
        maxLength={MAX_COMMENT_LENGTH}
        value={value.comment}
        onChange={(event) => onChange({ ...value, comment: event.target.value })}
      />
      {theirs && <Conflict scale={scale} mine={value} theirs={theirs} onDecide={onDecide} />}
    </fieldset>
  );
}

function Rating({
  item,
  scale,
  value,
  onChange,
}: Pick<ItemFieldProps, 'item' | 'scale' | 'value' | 'onChange'>): ReactNode {
  const t = useTranslations('myEvaluation');
  const { min, max, labels } = scale;
  const steps = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  const isGiven = value.score !== null || value.notApplicable;
  const columns = steps.length + (item.allowNotApplicable ? 1 : 0);
  return (
    <div className={styles.scale} style={{ '--columns': columns } as CSSProperties}>
      {steps.map((score, at) => (
        <Choice
          key={score}
          name={item.id}
          type="radio"
          mark={String(score)}
          label={labels[at] ?? String(score)}
          isChosen={value.score === score}
          onChoose={() => onChange({ ...value, score, notApplicable: false })}
        />
      ))}
      {item.allowNotApplicable && (
        <Choice
          name={item.id}
          type="radio"
          label={t('notApplicable')}
          isChosen={value.notApplicable}
          onChoose={() => onChange({ ...value, score: null, notApplicable: true })}
        />
      )}
      {isGiven && !item.required && (
        <Button kind="quiet" onClick={() => onChange({ ...NO_ANSWER, comment: value.comment })}>
          {t('clear')}
        </Button>
      )}
    </div>
  );
}

/** Rates the question that has the focus by a digit: that step of the scale, or 0 where it does not apply. */
function rateByKey(
  event: KeyboardEvent<HTMLElement>,
  { type, allowNotApplicable }: FormItem,
  { min, max }: Scale,
  rate: (rating: Pick<AnswerValue, 'score' | 'notApplicable'>) => void,
): void {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
  if (ctrlKey || metaKey || altKey || target instanceof HTMLTextAreaElement || !/^\d$/.test(key)) return;
  const score = Number(key);
  const isStep = type === 'Rating' && score >= min && score <= max;
  if (!isStep && !(score === 0 && allowNotApplicable)) return;
  rate(isStep ? { score, notApplicable: false } : { score: null, notApplicable: true });
  // The focus is where the arrow keys go on from.
  const radios = currentTarget.querySelectorAll<HTMLInputElement>('input[type="radio"]');
  radios[isStep ? score - min : radios.length - 1]?.focus();
}

interface ChoiceProps {
  name: string;
  type: 'radio' | 'checkbox';
  /** The figure of the step, for the eye; its label says it in words. */
  mark?: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, type, mark, label, isChosen, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className={clsx(styles.choice, isChosen && styles.chosen)}>
      <input type={type} name={name} checked={isChosen} onChange={onChoose} />
      {mark !== undefined && mark !== label && (
        <span className={styles.choiceMark} aria-hidden="true">
          {mark}
        </span>
      )}
      <span>{label}</span>
    </label>
  );
}

/** Both versions of an answer, and the choice between them. */
function Conflict({
  scale,
  mine,
  theirs,
  onDecide,
}: {
  scale: Scale;
  mine: AnswerValue;
  theirs: AnswerValue;
  onDecide: (keepsMine: boolean) => void;
}): ReactNode {
  const t = useTranslations('myEvaluation');
  return (
    <div className={styles.conflict} role="group" aria-label={t('conflict')}>
      <p>{t('conflict')}</p>
      <div className={styles.versions}>
        <div>
          <h3>{t('mine')}</h3>
          <AnswerText scale={scale} value={mine} />
          <Button onClick={() => onDecide(true)}>{t('keepMine')}</Button>
        </div>
        <div>
          <h3>{t('theirs')}</h3>
          <AnswerText scale={scale} value={theirs} />
          <Button onClick={() => onDecide(false)}>{t('takeTheirs')}</Button>
        </div>
      </div>
    </div>
  );
}
