import { clsx } from 'clsx';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { controlState } from '../../form/field-frame';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { Check } from '../check/check';
import { ItemRow } from './item-row';
import { MoveButtons } from './move-buttons';
import type { EditedSection, TemplateValues } from './template-content';
import { useSections } from './use-sections';
import formStyles from '../../form/form.module.css';
import styles from './template.module.css';

/** A section: its title, its items, and where dragged things land. */
export function SectionCard({ section, at }: { section: EditedSection; at: number }): ReactNode {
  const t = useTranslations('template');
  const editor = useSections();
  const [isTarget, setTarget] = useState(false);
  const { id, title, onlyRequired = false, items } = section;
  const { dragged, isFrozen } = editor;
  const name = title || t('untitled');

  const over = (event: DragEvent): void => {
    if (!dragged || (dragged.kind === 'section' && dragged.id === id)) return;
    event.preventDefault();
    setTarget(true);
  };
  const drop = (event: DragEvent): void => {
    setTarget(false);
    if (!dragged) return;
    event.preventDefault();
    if (dragged.kind === 'item') editor.placeItem(dragged.id, { sectionAt: at, itemAt: items.length });
    else
      editor.placeSection(
        editor.sections.findIndex(({ id: other }) => other === dragged.id),
        at,
      );
    editor.drag(null);
  };
  return (
    <section
      className={clsx('card', styles.section, isTarget && dragged && [styles.target, styles[dragged.kind]])}
      aria-label={t('sectionName', { number: at + 1, title: name })}
      onDragOver={over}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <header className={styles.sectionHead}>
        {isFrozen ? (
          <>
            <h2>{title}</h2>
            {onlyRequired && <Badge tone="info">{t('onlyRequired')}</Badge>}
          </>
        ) : (
          <>
            <MoveButtons
              kind="section"
              id={id}
              name={name}
              up={at > 0 ? () => editor.placeSection(at, at - 1) : null}
              down={at < editor.sections.length - 1 ? () => editor.placeSection(at, at + 1) : null}
            />
            <TitleField section={section} at={at} />
            <RemoveSection section={section} at={at} name={name} />
          </>
        )}
      </header>
      {!isFrozen && (
        <div className={styles.onlyRequired}>
          <Check
            label={t('onlyRequired')}
            isOn={onlyRequired}
            onChange={(isOn) => editor.changeSection(at, { onlyRequired: isOn })}
          />
          {onlyRequired && <p className="muted">{t('onlyRequiredText')}</p>}
        </div>
      )}
      <ol className={styles.items}>
        {items.map((item, itemAt) => (
          <ItemRow key={item.id} item={item} place={{ sectionAt: at, itemAt }} />
        ))}
      </ol>
      {items.length === 0 && <p className={clsx('muted', styles.itemsEmpty)}>{t('emptySection')}</p>}
      {!isFrozen && (
        <Button kind="quiet" id={`add-item-${id}`} onClick={() => editor.addItem(at)}>
          {t('addItem')}
        </Button>
      )}
    </section>
  );
}

function TitleField({ section: { id, title }, at }: { section: EditedSection; at: number }): ReactNode {
  const t = useTranslations('template');
  const { formState, getFieldState } = useFormContext<TemplateValues>();
  const editor = useSections();
  const error = getFieldState(`sections.${at}.title`, formState).error?.message;
  const control = `section-title-${id}`;
  return (
    <div className={clsx(formStyles.field, styles.sectionTitle)}>
      <label htmlFor={control} className="visually-hidden">
        {t('sectionTitle', { number: at + 1 })}
      </label>
      <input
        {...controlState({ id: control, error, required: true })}
        value={title}
        maxLength={200}
        placeholder={t('titlePlaceholder')}
        autoComplete="off"
        onChange={(event) => editor.changeSection(at, { title: event.target.value })}
      />
      {error && (
        <p id={`${control}-error`} className={formStyles.fieldError}>
          {error}
        </p>
      )}
    </div>
  );
}

function RemoveSection({
  section: { items },
  at,
  name,
}: {
  section: EditedSection;
  at: number;
  name: string;
}): ReactNode {
  const t = useTranslations('template');
  const editor = useSections();
  const [isAsking, setAsking] = useState(false);
  const remove = (): void => (items.length > 0 ? setAsking(true) : editor.removeSection(at));
  return (
    <>
      <Button kind="quiet" onClick={remove}>
        {t('removeSection')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('removeSectionTitle', { name })}
          action={t('removeSection')}
          kind="danger"
          onConfirm={() => editor.removeSection(at)}
          onClose={() => setAsking(false)}
        >
          <p>{t('removeSectionText', { count: items.length })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
