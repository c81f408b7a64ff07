import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { APPEARANCE, appearanceOf, APPEARANCES } from '../../app/appearance';
import { changePreferences, usePreferences } from '../../app/preferences';
import { choicesOf } from '../../form/choices';
import { Options } from '../../form/options';
import formStyles from '../../form/form.module.css';

/** Light, dark, or as the system; shown at once and stored with the account. */
export function AppearanceChoice(): ReactNode {
  const t = useTranslations('profile');
  const id = useId();
  const appearance = appearanceOf(usePreferences()[APPEARANCE]);
  return (
    <section className="card" aria-labelledby="profile-display">
      <h2 id="profile-display">{t('display')}</h2>
      <div className={formStyles.field}>
        <label htmlFor={id}>{t('appearance')}</label>
        <select
          id={id}
          className={formStyles.input}
          value={appearance}
          onChange={({ target }) => changePreferences({ [APPEARANCE]: appearanceOf(target.value) })}
        >
          <Options choices={choicesOf(APPEARANCES, (name) => t(`appearances.${name}`))} />
        </select>
      </div>
    </section>
  );
}
