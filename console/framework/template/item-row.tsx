import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ItemFields } from './item-fields';
import { MoveButtons } from './move-buttons';
import { type ItemPlace, stepFrom } from './order';
import type { EditedItem, TemplateValues } from './template-content';
import { useSections } from './use-sections';
import styles from './template.module.css';

/** An item in its section: one line, and its fields while it is edited. */
export function ItemRow({ item, place }: { item: EditedItem; place: ItemPlace }): ReactNode {
  const t = useTranslations('template');
  const editor = useSections();
  const { formState } = useFormContext<TemplateValues>();
  const [half, setHalf] = useState<'above' | 'below' | null>(null);
  const { id, text } = item;
  const { dragged, isFrozen, sections } = editor;
  const problems = formState.errors.sections?.[place.sectionAt]?.items?.[place.itemAt];
  const isOpen = !isFrozen && (editor.open.has(id) || problems !== undefined);
  const name = text || t('newItem');
  const isItemDragged = dragged?.kind === 'item' && dragged.id !== id;

  const over = (event: DragEvent): void => {
    if (!isItemDragged) return;
    event.preventDefault();
    event.stopPropagation();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setHalf(event.clientY < top + height / 2 ? 'above' : 'below');
  };
  const drop = (event: DragEvent): void => {
    if (!isItemDragged) return;
    event.preventDefault();
    event.stopPropagation();
    editor.placeItem(dragged.id, { ...place, itemAt: place.itemAt + (half === 'below' ? 1 : 0) });
    editor.drag(null);
    setHalf(null);
  };
  const step = (direction: 'up' | 'down'): (() => void) | null => {
    const to = stepFrom(sections, id, direction);
    return to && (() => editor.placeItem(id, to));
  };
  return (
    <li
      className={clsx(styles.item, half && isItemDragged && styles[half])}
      onDragOver={over}
      onDragLeave={() => setHalf(null)}
      onDrop={drop}
    >
      <div className={styles.itemLine}>
        {!isFrozen && <MoveButtons kind="item" id={id} name={name} up={step('up')} down={step('down')} />}
        <p className={styles.itemText}>
          {text || <span className="muted">{t('newItem')}</span>} <Marks item={item} />
        </p>
        {!isFrozen && (
          <span className={styles.itemActions}>
            <Button kind="quiet" aria-expanded={isOpen} onClick={() => editor.toggle(id)}>
              {isOpen ? t('done') : t('edit')}
            </Button>
            <Button kind="quiet" onClick={() => editor.removeItem(place)}>
              {t('remove')}
            </Button>
          </span>
        )}
      </div>
      {isOpen && <ItemFields item={item} place={place} />}
    </li>
  );
}

function Marks({ item }: { item: EditedItem }): ReactNode {
  const t = useTranslations('template');
  const { type, requirement, required, allowNotApplicable, weight, evaluatorTypes, measuresPotential } = item;
  return (
    <span className={styles.marks}>
      {requirement !== null && <Badge tone="info">{requirement}</Badge>}
      {type === 'Text' && <Badge>{t('freeText')}</Badge>}
      {measuresPotential && <Badge tone="warn">{t('potential')}</Badge>}
      {required !== (type === 'Rating') && <Badge>{required ? t('required') : t('optional')}</Badge>}
      {allowNotApplicable && <Badge>{t('notApplicable')}</Badge>}
      {type === 'Rating' && weight !== '1' && <Badge>{t('weightOf', { weight })}</Badge>}
      {evaluatorTypes.length > 0 && (
        <Badge>{evaluatorTypes.map((evaluator) => t(`types.${evaluator}`)).join(', ')}</Badge>
      )}
    </span>
  );
}
