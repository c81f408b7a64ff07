import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { canBeChildOf, type GoalLevel } from '../../../shared/growth/goals/goal-level';
import { type GoalStatus, nextGoalStates } from '../../../shared/growth/goals/goal-status';
import { mayPass } from '../../../shared/kernel/permissions';
import { useProfile, visitorOf } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { type Choice, choicesOf, rowChoices } from '../../form/choices';
import { EmployeeField } from '../../form/employee-field';
import { SelectField, TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { refresh } from '../../http/query-client';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { notify } from '../../ui/notices';
import { type Goal, GOAL_LEVELS, GOAL_PATHS, type GoalNode } from './goal';
import formStyles from '../../form/form.module.css';

interface GoalDialogProps {
  /** After a new goal was stored; without it the dialog only closes. */
  onCreated?: (goal: Goal) => void;
}

/** The dialog opened by `edit` in the address: the id of a goal, or `new` (below the one that `below` names). */
export function GoalDialog({ onCreated }: GoalDialogProps): ReactNode {
  const t = useTranslations('goalForm');
  const address = useAddress();
  const id = address.get('edit');
  if (id === '') return null;
  const close = (): void => address.close('edit', 'below');
  return (
    <Dialog title={id === 'new' ? t('add') : t('edit')} onClose={close}>
      {id === 'new' ? (
        <GoalForm goal={null} parentId={address.get('below')} onClose={close} onCreated={onCreated} />
      ) : (
        <ExistingGoal key={id} id={id} onClose={close} />
      )}
    </Dialog>
  );
}

function ExistingGoal({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const goal = useRead('/api/goals/{id}', { path: { id } });
  return (
    <Loaded read={goal}>
      {(found) => <GoalForm goal={found} parentId={found.parentId ?? ''} onClose={onClose} />}
    </Loaded>
  );
}

interface Typed {
  title: string;
  description: string;
  level: Goal['level'];
  ownerEmployeeId: string;
  departmentId: string;
  parentId: string;
  startDate: string;
  dueDate: string;
  status: Goal['status'];
}

interface GoalFormProps extends GoalDialogProps {
  /** null: a new one. */
  goal: Goal | null;
  parentId?: string;
  /** Whose the new goal is, where that is not to be chosen. */
  ownerId?: string;
  onClose: () => void;
}

/** What a goal is and what it contributes to. HR also says whose it is; everyone else writes their own. */
export function GoalForm({ goal, parentId = '', ownerId, onClose, onCreated }: GoalFormProps): ReactNode {
  const t = useTranslations('goalForm');
  const form = useTranslations('form');
  const isHr = mayPass(visitorOf(useProfile()).roles, 'people:manage');
  const isPlaced = isHr && ownerId === undefined;
  const submit = ({ level, ownerEmployeeId, departmentId, ...typed }: Typed): Promise<Goal> => {
    const placed = {
      level,
      ownerEmployeeId: ownerEmployeeId || null,
      departmentId: level === 'Department' ? departmentId || null : null,
    };
    const body = {
      title: typed.title,
      description: typed.description || null,
      parentId: typed.parentId || null,
      startDate: typed.startDate || null,
      dueDate: typed.dueDate || null,
      status: typed.status,
      ...(isPlaced ? placed : {}),
    };
    if (!goal) return answered(api.POST('/api/goals', { body: { level, ownerEmployeeId: ownerId, ...body } }));
    const params = { path: { id: goal.id }, header: ifMatch(goal) };
    return answered(api.PUT('/api/goals/{id}', { params, body }));
  };
  return (
    <Form<Typed, Goal>
      name={`goal ${goal?.id ?? 'new'}`}
      label={goal ? t('edit') : t('add')}
      values={{
        title: goal?.title ?? '',
        description: goal?.description ?? '',
        level: goal?.level ?? (isPlaced ? 'Company' : 'Individual'),
        ownerEmployeeId: goal?.ownerEmployeeId ?? '',
        departmentId: goal?.departmentId ?? '',
        parentId,
        startDate: goal?.startDate ?? '',
        dueDate: goal?.dueDate ?? '',
        status: goal?.status ?? 'Active',
      }}
      submit={submit}
      onSaved={({ title }, stored) => {
        notify({ kind: 'done', text: t('saved', { name: title }) });
        onClose();
        void refresh(...GOAL_PATHS);
        if (!goal) onCreated?.(stored);
      }}
      action={form('save')}
      secondary={<CancelButton />}
    >
      <TextField name="title" label={t('title')} required maxLength={200} />
      <TextArea name="description" label={t('description')} required={false} rows={3} maxLength={4000} />
      {isPlaced && <PlaceFields goal={goal} />}
      <ParentField goal={goal} />
      <div className={formStyles.formRow}>
        <TextField name="startDate" type="date" label={t('startDate')} required={false} />
        <TextField name="dueDate" type="date" label={t('dueDate')} required={false} />
      </div>
      <StatusField goal={goal} />
    </Form>
  );
}

/** Whose goal it is. */
function PlaceFields({ goal }: { goal: Goal | null }): ReactNode {
  const t = useTranslations('goalForm');
  const levels = useTranslations('goalLevel');
  const level = useFormContext<Typed>().watch('level');
  const departments = useRead('/api/departments/options', undefined, { enabled: level === 'Department' });
  return (
    <>
      <SelectField
        name="level"
        label={t('level')}
        choices={GOAL_LEVELS.map((value) => ({ value, text: levels(value) }))}
      />
      {level === 'Department' && (
        <Loaded read={departments}>
          {(options) => (
            <SelectField
              name="departmentId"
              label={t('department')}
              required
              choices={[{ value: '', text: t('chooseDepartment') }, ...rowChoices(options)]}
            />
          )}
        </Loaded>
      )}
      <EmployeeField
        name="ownerEmployeeId"
        label={t('owner')}
        shown={goal?.owner ?? ''}
        isOptional={level !== 'Individual'}
      />
    </>
  );
}

/** The goal that this one contributes to: of the same or a wider level, and nothing below itself. */
function ParentField({ goal }: { goal: Goal | null }): ReactNode {
  const t = useTranslations('goalForm');
  const level = useFormContext<Typed>().watch('level');
  const tree = useRead('/api/goals/tree');
  return (
    <Loaded read={tree}>
      {(goals) => (
        <SelectField
          name="parentId"
          label={t('parent')}
          hint={t('parentHint')}
          choices={[{ value: '', text: t('noParent') }, ...parentChoices(goals, level, goal?.id)]}
        />
      )}
    </Loaded>
  );
}

function parentChoices(
  nodes: readonly GoalNode[],
  level: Goal['level'],
  ownId: string | undefined,
  depth = 0,
): Choice[] {
  return nodes.flatMap((node) => {
    if (node.id === ownId) return [];
    const fits = canBeChildOf(level as GoalLevel, node.level as GoalLevel);
    return [
      ...(fits ? [{ value: node.id, text: `${'\u2003'.repeat(depth)}${node.title}` }] : []),
      ...parentChoices(node.children, level, ownId, depth + 1),
    ];
  });
}

function StatusField({ goal }: { goal: Goal | null }): ReactNode {
  const t = useTranslations('goalForm');
  const statuses = useTranslations('goalStatus');
  const possible: readonly Goal['status'][] = goal
    ? [goal.status, ...nextGoalStates(goal.status as GoalStatus)]
    : ['Active', 'Draft'];
  return <SelectField name="status" label={t('status')} choices={choicesOf(possible, statuses)} />;
}
