import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ASSIGNED_TYPES, type EvaluatorType } from '../../../shared/framework/evaluator-type';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { EmployeeField } from '../../form/employee-field';
import { SelectField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import type { Participant } from './participant';

interface Typed {
  subjectId: string;
  evaluatorId: string;
  evaluatorType: EvaluatorType;
}

/** The dialog opened by `edit=new` in the address: another evaluator for a subject. */
export function AddEvaluatorDialog({ cycleId }: { cycleId: string }): ReactNode {
  const t = useTranslations('participants');
  const types = useTranslations('evaluatorType');
  const address = useAddress();
  if (address.get('edit') !== 'new') return null;
  const close = (): void => address.close('edit');
  return (
    <Dialog title={t('add')} onClose={close}>
      <Form<Typed, Participant>
        name={`evaluator ${cycleId}`}
        label={t('add')}
        values={{ subjectId: '', evaluatorId: '', evaluatorType: ASSIGNED_TYPES[0] }}
        submit={(typed) => answered(api.POST('/api/peer-assignments', { body: { cycleId, ...typed } }))}
        onSaved={(_typed, { subject, evaluator }) => {
          notify({ kind: 'done', text: t('added', { subject: subject ?? '', evaluator: evaluator ?? '' }) });
          close();
          void refresh('/api/evaluation-cycles');
        }}
        action={t('addAction')}
        secondary={<CancelButton />}
      >
        <EmployeeField name="subjectId" label={t('subject')} hint={t('subjectHint')} />
        <EmployeeField name="evaluatorId" label={t('evaluator')} />
        <SelectField name="evaluatorType" label={t('type')} choices={choicesOf(ASSIGNED_TYPES, types)} />
      </Form>
    </Dialog>
  );
}
