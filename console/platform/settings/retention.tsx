import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFormatter, useTranslations } from 'use-intl';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { useRead } from '../../http/use-read';
import { Loaded } from '../../ui/loaded';
import { notifySaved } from '../../ui/notices';
import { saveSettings } from './save-settings';
import type { Settings } from './settings-fields';
import styles from './settings.module.css';

const FIELDS = ['formerEmployeesMonths', 'closedCyclesMonths', 'auditMonths'] as const;
type Field = (typeof FIELDS)[number];
type Months = Record<Field, number | null>;
/** Months as the fields give them; empty retains the data. */
interface Typed {
  retention: Record<Field, string>;
}
const [MIN_MONTHS, MAX_MONTHS] = [6, 240];

/** After how many months data goes by itself, with what that concerns today. */
export function Retention({ settings }: { settings: Settings }): ReactNode {
  const t = useTranslations('retention');
  const form = useTranslations('form');
  const { retention } = settings;
  const values = Object.fromEntries(FIELDS.map((field) => [field, String(retention[field] ?? '')]));
  return (
    <section className="card stack" aria-labelledby="settings-retention">
      <h2 id="settings-retention">{t('title')}</h2>
      <p className="muted">{t('text')}</p>
      <Form<Typed>
        name="retention"
        label={t('title')}
        values={{ retention: values }}
        submit={(typed) => saveSettings(settings, { retention: toMonths(typed) })}
        onSaved={notifySaved}
        action={form('save')}
      >
        {FIELDS.map((field) => (
          <TextField
            key={field}
            name={`retention.${field}`}
            label={t(field)}
            hint={t(`${field}Hint`)}
            type="number"
            required={false}
          />
        ))}
        <Preview />
      </Form>
    </section>
  );
}

const toMonths = ({ retention }: Typed): Months => {
  const months = (field: Field): number | null => (retention[field].trim() === '' ? null : Number(retention[field]));
  return {
    formerEmployeesMonths: months('formerEmployeesMonths'),
    closedCyclesMonths: months('closedCyclesMonths'),
    auditMonths: months('auditMonths'),
  };
};

const isValid = (months: number | null): boolean =>
  months === null || (Number.isInteger(months) && months >= MIN_MONTHS && months <= MAX_MONTHS);

/** What the typed months concern today, as plain sentences. */
function Preview(): ReactNode {
  const t = useTranslations('retention');
  const format = useFormatter();
  const typed = toMonths({ retention: useFormContext<Typed>().watch('retention') });
  const query = Object.fromEntries(FIELDS.flatMap((field) => (typed[field] === null ? [] : [[field, typed[field]]])));
  const enabled = FIELDS.some((field) => typed[field] !== null) && FIELDS.every((field) => isValid(typed[field]));
  const preview = useRead('/api/tenant-settings/retention-preview', { query }, { enabled, keepPrevious: true });
  if (FIELDS.every((field) => typed[field] === null)) return <p role="status">{t('keepsAll')}</p>;
  if (!enabled) return null;
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'long' });
  return (
    <Loaded read={preview}>
      {(parts) => (
        <div role="status" className={styles.retentionPreview}>
          <h3>{t('preview')}</h3>
          <ul>
            {(['formerEmployees', 'closedCycles', 'auditEntries'] as const).map((part) => {
              const due = parts[part];
              return due && <li key={part}>{t(`${part}Due`, { count: due.count, date: day(due.before) })}</li>;
            })}
          </ul>
        </div>
      )}
    </Loaded>
  );
}
