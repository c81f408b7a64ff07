import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { controlState, FieldFrame } from '../../form/field-frame';
import { Button } from '../../ui/button';
import { Check } from '../check/check';
import { RequirementPicker } from '../requirement-picker/requirement-picker';
import type { ItemPlace } from './order';
import { type EditedItem, EVALUATOR_TYPES, type TemplateValues } from './template-content';
import { useSections } from './use-sections';
import formStyles from '../../form/form.module.css';
import styles from './template.module.css';

export function ItemFields({ item, place }: { item: EditedItem; place: ItemPlace }): ReactNode {
  const t = useTranslations('template');
  const { formState, getFieldState } = useFormContext<TemplateValues>();
  const editor = useSections();
  const { id, text, type, weight } = item;
  const change = (changes: Partial<EditedItem>): void => editor.changeItem(place, changes);
  const errorOf = (name: 'text' | 'weight'): string | undefined =>
    getFieldState(`sections.${place.sectionAt}.items.${place.itemAt}.${name}`, formState).error?.message;
  const textId = `item-text-${id}`;
  const weightId = `item-weight-${id}`;
  const typeId = `item-type-${id}`;
  return (
    <div className={styles.itemFields}>
      <FieldFrame id={textId} label={t('itemText')} error={errorOf('text')}>
        <textarea
          {...controlState({ id: textId, error: errorOf('text'), required: true })}
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </FieldFrame>
      <div className={formStyles.formRow}>
        <FieldFrame id={typeId} label={t('itemType')}>
          <select
            id={typeId}
            value={type}
            onChange={({ target }) =>
              change(
                target.value === 'Text'
                  ? { type: 'Text', required: false, measuresPotential: false }
                  : { type: 'Rating', required: true },
              )
            }
          >
            <option value="Rating">{t('rating')}</option>
            <option value="Text">{t('freeText')}</option>
          </select>
        </FieldFrame>
        {type === 'Rating' && (
          <FieldFrame id={weightId} label={t('weight')} error={errorOf('weight')}>
            <input
              {...controlState({ id: weightId, error: errorOf('weight') })}
              type="number"
              min={0}
              max={1000}
              step="any"
              value={weight}
              onChange={(event) => change({ weight: event.target.value })}
            />
          </FieldFrame>
        )}
        <Measures item={item} onChange={change} />
      </div>
      <div className={styles.checks}>
        <Check label={t('required')} isOn={item.required} onChange={(required) => change({ required })} />
        <Check
          label={t('allowNotApplicable')}
          isOn={item.allowNotApplicable}
          onChange={(allowNotApplicable) => change({ allowNotApplicable })}
        />
        {type === 'Rating' && (
          <Check
            label={t('measuresPotential')}
            isOn={item.measuresPotential}
            onChange={(measuresPotential) => change({ measuresPotential })}
          />
        )}
      </div>
      <p className="muted">{t(item.measuresPotential ? 'readByHr' : 'readByAll')}</p>
      <fieldset className={styles.checks}>
        <legend>{t('answeredBy')}</legend>
        {EVALUATOR_TYPES.map((evaluator) => (
          <Check
            key={evaluator}
            label={t(`types.${evaluator}`)}
            isOn={item.evaluatorTypes.includes(evaluator)}
            onChange={(isOn) =>
              change({
                evaluatorTypes: EVALUATOR_TYPES.filter((other) =>
                  other === evaluator ? isOn : item.evaluatorTypes.includes(other),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}

interface MeasuresProps {
  item: EditedItem;
  onChange: (change: Partial<EditedItem>) => void;
}

/** The competency or skill that the item is about. */
function Measures({ item: { requirement }, onChange }: MeasuresProps): ReactNode {
  const t = useTranslations('template');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={formStyles.field} role="group" aria-label={t('measures')}>
      <span className={styles.label}>{t('measures')}</span>
      <span className={styles.measures}>
        <span>{requirement ?? <span className="muted">{t('measuresNothing')}</span>}</span>
        <Button kind="quiet" onClick={() => setChoosing(true)}>
          {t('choose')}
        </Button>
        {requirement !== null && (
          <Button
            kind="quiet"
            onClick={() => onChange({ requirement: null, competencyId: null, skillId: null, levels: undefined })}
          >
            {t('clear')}
          </Button>
        )}
      </span>
      {isChoosing && (
        <RequirementPicker
          onChoose={({ name, competencyId, skillId }) => {
            onChange({ requirement: name, competencyId, skillId, levels: undefined });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
