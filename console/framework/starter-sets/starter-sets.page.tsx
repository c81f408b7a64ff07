import { type ReactNode, useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { groupBy } from '../../../shared/kernel/group-by';
import { PageTitle } from '../../app/page-title';
import { Options } from '../../form/options';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import formStyles from '../../form/form.module.css';
import styles from './starter-sets.module.css';

type Part = components['schemas']['StarterPartView'];
type Item = components['schemas']['StarterItem'];
type Language = 'en' | 'es';

/** Where what a part brings is listed. */
const LISTS: Readonly<Record<Part['part'], string>> = {
  competencies: '/competencies',
  templates: '/templates',
  surveys: '/pulse-surveys',
  profiles: '/job-profiles',
};
const LANGUAGES: readonly Language[] = ['en', 'es'];

/** /starter-sets: competencies, templates, surveys and job profiles to begin with, as they are before they are added. */
export function StarterSetsPage(): ReactNode {
  const t = useTranslations('starterSets');
  const pages = useTranslations('pages');
  const own: Language = useLocale().startsWith('es') ? 'es' : 'en';
  const [locale, setLocale] = useState(own);
  const sets = useRead('/api/starter-sets', { query: { locale } }, { keepPrevious: true });
  return (
    <div className="stack">
      <PageTitle>{pages('starterSets')}</PageTitle>
      <p className="muted">{t('text')}</p>
      <label className={styles.language}>
        {t('language')}{' '}
        <select
          className={formStyles.input}
          value={locale}
          onChange={({ target }) => setLocale(target.value === 'es' ? 'es' : 'en')}
        >
          <Options choices={LANGUAGES.map((value) => ({ value, text: t(`languages.${value}`) }))} />
        </select>
      </label>
      <Loaded read={sets}>
        {(all) =>
          all.map((set) =>
            set.parts.map((part) => <PartCard key={part.part} set={set.key} part={part} locale={locale} />),
          )
        }
      </Loaded>
    </div>
  );
}

function PartCard({ set, part: { part, items }, locale }: { set: string; part: Part; locale: Language }): ReactNode {
  const t = useTranslations('starterSets');
  const format = useFormatter();
  const missing = items.filter(({ isAdopted }) => !isAdopted).length;
  const adopt = useSend(
    () =>
      answered(
        api.POST('/api/starter-sets/{key}/adopt', { params: { path: { key: set } }, body: { locale, parts: [part] } }),
      ),
    {
      refreshes: [
        '/api/starter-sets',
        `/api${LISTS[part] === '/templates' ? '/evaluation-templates' : LISTS[part]}`,
        '/api/competencies',
        '/api/tenant-settings',
      ],
      onDone: (made) =>
        notify({ kind: 'done', text: t('added', { count: made[part].length, part: t(`${part}.title`) }) }),
    },
  );
  return (
    <section className="card" aria-labelledby={`part-${part}`}>
      <header className={styles.head}>
        <div>
          <h2 id={`part-${part}`}>{t(`${part}.title`)}</h2>
          <p className="muted">{t(`${part}.text`)}</p>
        </div>
        {missing === 0 ? (
          <Link href={LISTS[part]}>{t('open')}</Link>
        ) : (
          <Button kind="primary" isBusy={adopt.isPending} onClick={() => adopt.mutate()}>
            {t('add', { count: format.number(missing) })}
          </Button>
        )}
      </header>
      {[...groupBy(items, ({ category }) => category)].map(([category, some]) => (
        <div key={category ?? ''}>
          {category !== null && <h3>{category}</h3>}
          <ul className={styles.items}>
            {some.map((item) => (
              <StarterItem key={item.key} item={item} isOrdered={part === 'competencies'} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function StarterItem({
  item: { name, description, texts, isAdopted },
  isOrdered,
}: {
  item: Item;
  isOrdered: boolean;
}): ReactNode {
  const t = useTranslations('starterSets');
  const rows = texts.map((text) => <li key={text}>{text}</li>);
  return (
    <li>
      <details>
        <summary>
          {name} {isAdopted && <Badge tone="good">{t('isAdded')}</Badge>}
          <span className={styles.description}>{description}</span>
        </summary>
        {isOrdered ? <ol>{rows}</ol> : <ul>{rows}</ul>}
      </details>
    </li>
  );
}
