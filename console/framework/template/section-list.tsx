import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { findItem, moved, moveItem, withItems } from './order';
import { SectionCard } from './section-card';
import { type EditedSection, newItem, newSection, type TemplateValues } from './template-content';
import { type Dragged, SectionsContext, type SectionsEditor } from './use-sections';
import formStyles from '../../form/form.module.css';
import styles from './template.module.css';

/** The sections of a template with their items: ordered by dragging or by the buttons of each, edited in place. */
export function SectionList({ isFrozen }: { isFrozen: boolean }): ReactNode {
  const t = useTranslations('template');
  const { clearErrors, formState, getFieldState } = useFormContext<TemplateValues>();
  const { field } = useController<TemplateValues, 'sections'>({ name: 'sections' });
  const [dragged, drag] = useState<Dragged | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(emptyItems(field.value)));
  const [announcement, announce] = useState('');
  const focusOn = useRef<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useFirstProblem(list);
  const sections = field.value;

  // An item that changes its section is a new element: the focus follows it there.
  useEffect(() => {
    if (focusOn.current === null) return;
    document.getElementById(focusOn.current)?.focus();
    focusOn.current = null;
  });

  /** The places that errors name are others after this. */
  const reorder = (next: readonly EditedSection[]): void => {
    clearErrors('sections');
    field.onChange(next);
  };
  const show = (id: string): void => setOpened(new Set([...opened, id]));

  const editor: SectionsEditor = {
    sections,
    isFrozen,
    dragged,
    drag,
    open: opened,
    toggle: (id) =>
      setOpened(opened.has(id) ? new Set([...opened].filter((other) => other !== id)) : new Set([...opened, id])),
    changeSection(sectionAt, change) {
      clearErrors(`sections.${sectionAt}.title`);
      field.onChange(sections.map((section, at) => (at === sectionAt ? { ...section, ...change } : section)));
    },
    changeItem({ sectionAt, itemAt }, change) {
      for (const name of Object.keys(change))
        clearErrors(`sections.${sectionAt}.items.${itemAt}.${name}` as 'sections');
      field.onChange(
        withItems(sections, sectionAt, (items) =>
          items.map((item, at) => (at === itemAt ? { ...item, ...change } : item)),
        ),
      );
    },
    addItem(sectionAt) {
      const item = newItem();
      show(item.id);
      focusOn.current = `item-text-${item.id}`;
      reorder(withItems(sections, sectionAt, (items) => [...items, item]));
    },
    removeItem({ sectionAt, itemAt }) {
      focusOn.current = `add-item-${sections[sectionAt]?.id ?? ''}`;
      reorder(withItems(sections, sectionAt, (items) => items.toSpliced(itemAt, 1)));
      announce(t('itemRemoved'));
    },
    removeSection(sectionAt) {
      focusOn.current = 'add-section';
      reorder(sections.toSpliced(sectionAt, 1));
    },
    placeItem(id, to) {
      const next = moveItem(sections, id, to);
      const place = findItem(next, id);
      const section = place && next[place.sectionAt];
      if (!section) return;
      focusOn.current = document.activeElement?.id ?? null;
      reorder(next);
      announce(
        t('itemMoved', {
          position: place.itemAt + 1,
          count: section.items.length,
          section: section.title || t('untitled'),
        }),
      );
    },
    placeSection(from, to) {
      focusOn.current = document.activeElement?.id ?? null;
      reorder(moved(sections, from, to));
      announce(t('sectionMoved', { position: to + 1, count: sections.length }));
    },
  };

  const addSection = (): void => {
    const section = newSection();
    for (const { id } of section.items) show(id);
    focusOn.current = `section-title-${section.id}`;
    reorder([...sections, section]);
  };
  const problem = getFieldState('sections', formState).error?.message;
  return (
    <SectionsContext value={editor}>
      <div className={styles.sections} ref={list}>
        {sections.map((section, at) => (
          <SectionCard key={section.id} section={section} at={at} />
        ))}
      </div>
      {typeof problem === 'string' && (
        <p className={formStyles.fieldError} role="alert">
          {problem}
        </p>
      )}
      {!isFrozen && (
        <p>
          <Button id="add-section" onClick={addSection}>
            {t('addSection')}
          </Button>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </SectionsContext>
  );
}

/** After a failed submit the focus goes to the first field here that was refused. */
function useFirstProblem(list: RefObject<HTMLElement | null>): void {
  const { formState } = useFormContext<TemplateValues>();
  const { submitCount, isSubmitting, errors } = formState;
  const hasProblem = errors.sections !== undefined;
  const handled = useRef(submitCount);
  useEffect(() => {
    if (isSubmitting || handled.current === submitCount) return;
    handled.current = submitCount;
    if (hasProblem) list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount, isSubmitting, hasProblem, list]);
}

/** The items that still need their text: those of a new template. */
function emptyItems(sections: readonly EditedSection[]): string[] {
  return sections.flatMap(({ items }) => items.filter(({ text }) => text === '').map(({ id }) => id));
}
