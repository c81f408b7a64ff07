import type { ReactNode } from 'react';
import { useState } from 'react';
import { Autocomplete, Header, Input, ListBox, ListBoxItem, ListBoxSection, TextField } from 'react-aria-components';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { Dialog } from '../../ui/dialog';
import { Person } from '../../ui/person';
import type { Profile } from '../session';
import { useTargets } from './targets';
import styles from './go-to.module.css';

/** The autocomplete itself says which list the field controls. */
const COMBOBOX = { role: 'combobox' } as const;

/** "Go to…": pages by their titles, people, cycles and goals by their names; the latest pages until something is typed. */
export function GoTo({ profile, onClose }: { profile: Profile; onClose: () => void }): ReactNode {
  const t = useTranslations('goTo');
  const [typed, setTyped] = useState('');
  const [, navigate] = useLocation();
  const { groups, isSearching } = useTargets(profile, typed.trim());
  const isEmpty = groups.length === 0;
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className={styles.goTo}>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <TextField aria-label={t('title')}>
            <Input
              className={styles.input}
              {...COMBOBOX}
              aria-expanded={!isEmpty}
              placeholder={t('placeholder')}
              maxLength={100}
            />
          </TextField>
          <ListBox
            aria-label={t('found')}
            className={styles.found}
            onAction={(href) => {
              onClose();
              navigate(String(href));
            }}
          >
            {groups.map(({ name, targets }) => (
              <ListBoxSection key={name} id={name} className={styles.section}>
                <Header>{t(`groups.${name}`)}</Header>
                {targets.map(({ href, title, about, employeeId }) => (
                  <ListBoxItem key={href} id={href} textValue={title} className={styles.target}>
                    {employeeId === undefined ? <span>{title}</span> : <Person id={employeeId} name={title} />}
                    {about !== null && <span className="muted">{about}</span>}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Autocomplete>
        <p className="muted" role="status">
          {isSearching ? t('searching') : isEmpty && typed.trim() !== '' && t('none')}
        </p>
      </div>
    </Dialog>
  );
}
