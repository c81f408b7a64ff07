import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { EmployeeField } from '../../form/employee-field';
import { SelectField, TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { KINDS } from './kinds';

interface Typed {
  kind: (typeof KINDS)[number];
  presence: 'Active' | 'OnLeave' | 'Terminated';
  employeeId: string;
  note: string;
}

const MAX_NOTE = 4_000;
const PRESENCES = ['Active', 'OnLeave', 'Terminated'] as const;

/** The dialog opened by `edit=new` in the address; the new request is shown at once. */
export function NewRequestDialog(): ReactNode {
  const t = useTranslations('privacyRequests');
  const address = useAddress();
  const [, navigate] = useLocation();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  const values: Typed = { kind: 'Access', presence: 'Active', employeeId: '', note: '' };
  return (
    <Dialog title={t('new')} onClose={close}>
      <Form<Typed, { id: string }>
        name="new-privacy-request"
        label={t('new')}
        values={values}
        action={t('create')}
        submit={({ kind, employeeId, note }) =>
          answered(api.POST('/api/privacy-requests', { body: { kind, employeeId, note: note.trim() || null } }))
        }
        onSaved={(_values, { id }) => {
          void refresh('/api/privacy-requests');
          navigate(`/privacy-requests/${id}`);
        }}
        secondary={<CancelButton />}
      >
        <SelectField name="kind" label={t('kind')} choices={choicesOf(KINDS, t)} />
        <PersonFields />
        <TextArea name="note" label={t('note')} required={false} rows={2} maxLength={MAX_NOTE} />
      </Form>
    </Dialog>
  );
}

/** Only the data of people who left can be erased. */
function PersonFields(): ReactNode {
  const t = useTranslations('privacyRequests');
  const { watch } = useFormContext<Typed>();
  const [kind, presence] = watch(['kind', 'presence']);
  return (
    <>
      {kind === 'Access' && <SelectField name="presence" label={t('presence')} choices={choicesOf(PRESENCES, t)} />}
      <EmployeeField
        name="employeeId"
        label={t('person')}
        hint={kind === 'Erasure' ? t('personHint') : undefined}
        status={kind === 'Erasure' ? 'Terminated' : presence}
      />
    </>
  );
}
