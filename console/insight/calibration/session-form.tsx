import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CheckGroup } from '../../form/check-group';
import { rowChoices } from '../../form/choices';
import { TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Loaded } from '../../ui/loaded';

interface Typed {
  name: string;
  cycleId: string;
  departmentIds: string[];
}

interface SessionFormProps<R> {
  label: string;
  action: string;
  values: Typed;
  submit: (typed: Typed) => Promise<R>;
  onSaved: (typed: Typed, result: R) => void;
  /** Fields of a new session. */
  children?: ReactNode;
}

/** Name and members of a calibration session. */
export function SessionForm<R>(props: SessionFormProps<R>): ReactNode {
  const { label, action, values, submit, onSaved, children } = props;
  const t = useTranslations('calibration');
  const departments = useRead('/api/departments/options');
  return (
    <Loaded read={departments}>
      {(options) => (
        <Form<Typed, R>
          name="calibration session"
          label={label}
          values={values}
          submit={submit}
          onSaved={onSaved}
          action={action}
          secondary={<CancelButton />}
        >
          <TextField name="name" label={t('name')} required maxLength={200} />
          {children}
          {options.length > 0 && (
            <CheckGroup
              name="departmentIds"
              label={t('members')}
              hint={t('membersHint')}
              choices={rowChoices(options)}
            />
          )}
        </Form>
      )}
    </Loaded>
  );
}
