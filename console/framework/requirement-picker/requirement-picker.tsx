import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useRead } from '../../http/use-read';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import formStyles from '../../form/form.module.css';
import styles from './requirement-picker.module.css';

/** A competency or a skill, as job profiles and templates name it. */
export interface ChosenRequirement {
  name: string;
  competencyId: string | null;
  skillId: string | null;
}

interface PickerProps {
  onChoose: (requirement: ChosenRequirement) => void;
  onClose: () => void;
}

interface Entry {
  id: string;
  name: string;
  code: string | null;
}

const COMPETENCIES = '';
/** More entries than anybody reads; typing narrows them down. */
const MAX_SHOWN = 100;
const MAX_FRAMEWORKS = 200;

/** Asks for one competency of the organization, or one skill of a framework. Rendered outside of the form that opens it. */
export function RequirementPicker({ onChoose, onClose }: PickerProps): ReactNode {
  const t = useTranslations('requirement');
  const [source, setSource] = useState(COMPETENCIES);
  const [typed, setTyped] = useState('');
  const id = useId();
  const frameworks = useRead('/api/skill-frameworks', { query: { pageSize: MAX_FRAMEWORKS } });
  return createPortal(
    <Dialog title={t('title')} onClose={onClose}>
      <div className="stack">
        <div className={formStyles.formRow}>
          <div className={formStyles.field}>
            <label htmlFor={`${id}-search`}>{t('search')}</label>
            <input
              id={`${id}-search`}
              type="search"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <div className={formStyles.field}>
            <label htmlFor={`${id}-source`}>{t('source')}</label>
            <select id={`${id}-source`} value={source} onChange={(event) => setSource(event.target.value)}>
              <option value={COMPETENCIES}>{t('competencies')}</option>
              {(frameworks.data?.items ?? []).map((framework) => (
                <option key={framework.id} value={framework.id}>
                  {framework.name} {framework.version}
                </option>
              ))}
            </select>
          </div>
        </div>
        {source === COMPETENCIES ? (
          <Competencies typed={typed} onChoose={onChoose} />
        ) : (
          <Skills frameworkId={source} typed={typed} onChoose={onChoose} />
        )}
      </div>
    </Dialog>,
    document.body,
  );
}

interface ListProps {
  typed: string;
  onChoose: PickerProps['onChoose'];
}

function Competencies({ typed, onChoose }: ListProps): ReactNode {
  const read = useRead('/api/competencies/options');
  return (
    <Loaded read={read}>
      {(entries) => (
        <Entries
          entries={entries}
          typed={typed}
          onChoose={({ id, name }) => onChoose({ name, competencyId: id, skillId: null })}
        />
      )}
    </Loaded>
  );
}

function Skills({ frameworkId, typed, onChoose }: ListProps & { frameworkId: string }): ReactNode {
  const read = useRead('/api/skill-frameworks/{id}', { path: { id: frameworkId } });
  return (
    <Loaded read={read}>
      {({ skills }) => (
        <Entries
          entries={skills}
          typed={typed}
          onChoose={({ id, name }) => onChoose({ name, competencyId: null, skillId: id })}
        />
      )}
    </Loaded>
  );
}

interface EntriesProps {
  entries: readonly Entry[];
  typed: string;
  onChoose: (entry: Entry) => void;
}

function Entries({ entries, typed, onChoose }: EntriesProps): ReactNode {
  const t = useTranslations('requirement');
  const needle = folded(typed.trim());
  const found = entries.filter(({ name, code }) => folded(`${name} ${code ?? ''}`).includes(needle));
  return (
    <>
      <p role="status" className="muted">
        {found.length > MAX_SHOWN
          ? t('more', { shown: MAX_SHOWN, count: found.length })
          : t('found', { count: found.length })}
      </p>
      <ul className={styles.requirementList}>
        {found.slice(0, MAX_SHOWN).map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => onChoose(entry)}>
              {entry.name} {entry.code !== null && <span className="muted">{entry.code}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Without case and accents, as the searches of the API compare. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
