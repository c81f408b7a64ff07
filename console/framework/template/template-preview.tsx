import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/dialog';
import { ScaleLevels } from '../../ui/scale-levels';
import { type EditedItem, EVALUATOR_TYPES, type EvaluatorType, stepsOf, type TemplateValues } from './template-content';
import formStyles from '../../form/form.module.css';
import styles from './template-preview.module.css';

interface PreviewProps {
  values: TemplateValues;
  onClose: () => void;
}

/** The form as an evaluator of the chosen type gets it. Nothing typed here goes anywhere. */
export function TemplatePreview({ values, onClose }: PreviewProps): ReactNode {
  const t = useTranslations('template');
  const id = useId();
  const [type, setType] = useState<EvaluatorType>('Manager');
  const sections = values.sections
    .map((section) => ({ ...section, items: section.items.filter((item) => isAsked(item, type)) }))
    .filter(({ items }) => items.length > 0);
  return createPortal(
    <Dialog title={t('previewTitle', { name: values.name || t('untitled') })} isWide onClose={onClose}>
      <div className={clsx('stack', styles.preview)}>
        <div className={clsx(formStyles.field, styles.previewType)}>
          <label htmlFor={id}>{t('seenBy')}</label>
          <select
            id={id}
            value={type}
            onChange={({ target }) => setType(EVALUATOR_TYPES.find((evaluator) => evaluator === target.value) ?? type)}
          >
            {EVALUATOR_TYPES.map((evaluator) => (
              <option key={evaluator} value={evaluator}>
                {t(`types.${evaluator}`)}
              </option>
            ))}
          </select>
        </div>
        {sections.length === 0 && <p className="muted">{t('nothingAsked')}</p>}
        {sections.map((section) => (
          <section key={section.id} className="stack">
            <h3>{section.title || t('untitled')}</h3>
            {section.onlyRequired && <p className="muted">{t('onlyRequiredText')}</p>}
            {section.items.map((item) => (
              <PreviewItem key={item.id} item={item} values={values} />
            ))}
          </section>
        ))}
      </div>
    </Dialog>,
    document.body,
  );
}

const isAsked = ({ evaluatorTypes }: EditedItem, type: EvaluatorType): boolean =>
  evaluatorTypes.length === 0 || evaluatorTypes.includes(type);

function PreviewItem({ item, values: { scale, hasLabels } }: { item: EditedItem; values: TemplateValues }): ReactNode {
  const t = useTranslations('template');
  const id = useId();
  const steps = stepsOf(scale);
  const text = item.text || t('newItem');
  const question = (
    <>
      {text} {!item.required && <span className="muted">{t('optionalAnswer')}</span>}
    </>
  );
  if (item.type === 'Text')
    return (
      <div className={clsx(formStyles.field, styles.previewItem)}>
        <label htmlFor={id}>{question}</label>
        <textarea id={id} rows={3} />
      </div>
    );
  return (
    <fieldset className={styles.previewItem}>
      <legend>{question}</legend>
      <div className={styles.previewScale}>
        {steps.map((step, at) => (
          <label key={step}>
            <input type="radio" name={id} />
            <span>
              {step}
              {hasLabels && scale.labels[at] && <span className="muted"> {scale.labels[at]}</span>}
            </span>
          </label>
        ))}
        {item.allowNotApplicable && (
          <label>
            <input type="radio" name={id} /> {t('notApplicable')}
          </label>
        )}
      </div>
      {/* Those of another competency or scale are known once it is saved. */}
      {item.levels?.length === steps.length && <ScaleLevels summary={t('levels')} levels={item.levels} />}
      <div className={formStyles.field}>
        <label htmlFor={id}>
          {t('comment')} <span className="muted">{t('optionalAnswer')}</span>
        </label>
        <textarea id={id} rows={2} />
      </div>
    </fieldset>
  );
}
