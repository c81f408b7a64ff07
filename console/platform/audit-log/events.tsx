import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { AUDIT_EVENTS, type AuditEvent } from '../../../shared/platform/audit/audit-events';
import { useAddress } from '../../app/use-address';
import formStyles from '../../form/form.module.css';

/** What an event is called; an unknown one is shown by its key. */
export function useEventName(): (event: string) => string {
  const t = useTranslations('auditLog');
  return (event) => {
    const found = AUDIT_EVENTS.find((name) => name === event);
    return found ? t(`events.${found}`) : event;
  };
}

type Group = AuditEvent extends `${infer Before}.${string}` ? Before : never;

const groupOf = (event: AuditEvent): Group => event.slice(0, event.indexOf('.')) as Group;
const GROUPS = [...new Set(AUDIT_EVENTS.map(groupOf))];

/** One event or all of a group; in the address as `event`. */
export function EventFilter(): ReactNode {
  const t = useTranslations('auditLog');
  const table = useTranslations('table');
  const eventName = useEventName();
  const id = useId();
  const address = useAddress();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{t('event')}</label>
      <select
        id={id}
        className={formStyles.input}
        value={address.get('event')}
        onChange={({ target }) => address.change({ event: target.value, page: '' })}
      >
        <option value="">{table('all')}</option>
        {GROUPS.map((group) => (
          <optgroup key={group} label={t(`groups.${group}`)}>
            <option value={group}>{t('wholeGroup', { group: t(`groups.${group}`) })}</option>
            {AUDIT_EVENTS.filter((event) => groupOf(event) === group).map((event) => (
              <option key={event} value={event}>
                {eventName(event)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
