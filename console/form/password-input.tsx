import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './form.module.css';

/** An input whose text can be shown while it is typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>): ReactNode {
  const t = useTranslations('form');
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <input {...props} type={isShown ? 'text' : 'password'} />
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'hidePassword' : 'showPassword')}
      </button>
    </div>
  );
}
