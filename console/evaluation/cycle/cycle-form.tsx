import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import {
  DEFAULT_CYCLE_SETTINGS,
  NO_REMINDERS,
  PeerNomination,
  ReleaseBy,
} from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { CheckGroup } from '../../form/check-group';
import { CheckField, SelectField, TextArea, TextField } from '../../form/fields';
import { Form } from '../../form/form';
import { useRead } from '../../http/use-read';
import { CancelButton } from '../../ui/cancel-button';
import { Loaded } from '../../ui/loaded';
import type { Cycle } from './cycle-state';
import { isOpenedCycle, type SubjectsTyped, toSubjects, toTypedSubjects, WhoIsEvaluated } from './who-is-evaluated';
import formStyles from '../../form/form.module.css';
import styles from './cycle-form.module.css';

type Body = components['schemas']['CreateCycle'];
type Weights = Cycle['settings']['weights'];

interface Typed {
  name: string;
  description: string;
  templateId: string;
  startDate: string;
  endDate: string;
  settings: {
    minPeers: string;
    maxPeers: string;
    preferSameDepartment: boolean;
    useCalibration: boolean;
    release: Cycle['settings']['release'];
    peerNomination: Cycle['settings']['peerNomination'];
    nominationEndDate: string;
    maxEvaluations: string;
    reminders: { daysBefore: string[]; sendOpening: boolean };
    weights: Record<keyof Weights, string>;
    subjects: SubjectsTyped;
  };
}

interface CycleFormProps {
  /** null: a new one. */
  cycle: Cycle | null;
  label: string;
  action: string;
  submit: (body: Body) => Promise<Cycle>;
  onSaved: (cycle: Cycle) => void;
}

/** Name, template, dates and settings of a cycle. The template is fixed once evaluations are generated. */
export function CycleForm({ cycle, label, action, submit, onSaved }: CycleFormProps): ReactNode {
  const t = useTranslations('cycleForm');
  const types = useTranslations('evaluatorType');
  const templates = useRead('/api/evaluation-templates', { query: { isCurrent: true, pageSize: 200 } });
  const isFixed = cycle !== null && cycle.generatedAt !== null;
  return (
    <Loaded read={templates}>
      {({ items }) => (
        <Form<Typed, Cycle>
          name={`cycle ${cycle?.id ?? 'new'}`}
          label={label}
          values={toTyped(cycle)}
          submit={(typed) => submit(toBody(typed, isFixed, isOpenedCycle(cycle)))}
          onSaved={(_typed, saved) => onSaved(saved)}
          action={action}
          secondary={<CancelButton />}
        >
          <TextField name="name" label={t('name')} required maxLength={200} />
          {isFixed ? (
            <p className={formStyles.hint}>{t('templateFixed', { template: cycle.template ?? '' })}</p>
          ) : (
            <SelectField
              name="templateId"
              label={t('template')}
              hint={items.length === 0 ? t('noTemplates') : t('templateHint')}
              choices={[
                { value: '', text: t('noTemplate') },
                ...withCurrent(items, cycle).map(({ id, name }) => ({ value: id, text: name })),
              ]}
            />
          )}
          <div className={formStyles.formRow}>
            <TextField name="startDate" label={t('startDate')} type="date" required={false} />
            <TextField name="endDate" label={t('endDate')} type="date" required={false} />
          </div>
          <TextArea name="description" label={t('description')} rows={2} required={false} maxLength={4000} />
          <details className={styles.cycleSettings} open={cycle !== null}>
            <summary>{t('settings')}</summary>
            <WhoIsEvaluated cycle={cycle} />
            <div className={formStyles.formRow}>
              <TextField name="settings.minPeers" label={t('minPeers')} type="number" required />
              <TextField name="settings.maxPeers" label={t('maxPeers')} type="number" required />
            </div>
            <CheckField name="settings.preferSameDepartment" label={t('preferSameDepartment')} />
            <CheckField name="settings.useCalibration" label={t('useCalibration')} hint={t('useCalibrationHint')} />
            <SelectField
              name="settings.release"
              label={t('release')}
              hint={t('releaseHint')}
              choices={Object.values(ReleaseBy).map((value) => ({ value, text: t(`releaseBy.${value}`) }))}
            />
            <SelectField
              name="settings.peerNomination"
              label={t('peerNomination')}
              hint={t('peerNominationHint')}
              choices={Object.values(PeerNomination).map((value) => ({ value, text: t(`peerNominationBy.${value}`) }))}
            />
            <div className={formStyles.formRow}>
              <TextField
                name="settings.nominationEndDate"
                label={t('nominationEndDate')}
                type="date"
                required={false}
              />
              <TextField
                name="settings.maxEvaluations"
                label={t('maxEvaluations')}
                hint={t('maxEvaluationsHint')}
                type="number"
                required={false}
              />
            </div>
            <CheckGroup
              name="settings.reminders.daysBefore"
              label={t('reminders')}
              hint={t('remindersHint')}
              choices={reminderDays(cycle).map((days) => ({ value: String(days), text: t('daysBefore', { days }) }))}
            />
            <CheckField name="settings.reminders.sendOpening" label={t('sendOpening')} hint={t('sendOpeningHint')} />
            <fieldset>
              <legend>{t('weights')}</legend>
              <p className={formStyles.hint}>{t('weightsHint')}</p>
              <div className={styles.cycleWeights}>
                {EVALUATOR_TYPES.map((type) => (
                  <TextField key={type} name={`settings.weights.${type}`} label={types(type)} type="number" required />
                ))}
              </div>
            </fieldset>
          </details>
        </Form>
      )}
    </Loaded>
  );
}

const OFFERED_DAYS = [14, 7, 3, 1, 0];

/** The days that are offered, and those that the cycle has otherwise. */
function reminderDays(cycle: Cycle | null): readonly number[] {
  const days = new Set([...OFFERED_DAYS, ...(cycle?.settings.reminders.daysBefore ?? [])]);
  return [...days].sort((a, b) => b - a);
}

interface TemplateChoice {
  id: string;
  name: string;
}

/** A cycle may have an older version of a template, which stays its choice. */
function withCurrent(templates: readonly TemplateChoice[], cycle: Cycle | null): readonly TemplateChoice[] {
  const { templateId = null, template = null } = cycle ?? {};
  if (templateId === null || templates.some(({ id }) => id === templateId)) return templates;
  return [...templates, { id: templateId, name: template ?? templateId }];
}

function toTyped(cycle: Cycle | null): Typed {
  const {
    weights,
    minPeers,
    maxPeers,
    preferSameDepartment,
    useCalibration,
    release = ReleaseBy.Hr,
    peerNomination = PeerNomination.Off,
    nominationEndDate,
    maxEvaluations,
    reminders = NO_REMINDERS,
  } = cycle?.settings ?? DEFAULT_CYCLE_SETTINGS;
  return {
    name: cycle?.name ?? '',
    description: cycle?.description ?? '',
    templateId: cycle?.templateId ?? '',
    startDate: cycle?.startDate ?? '',
    endDate: cycle?.endDate ?? '',
    settings: {
      minPeers: String(minPeers),
      maxPeers: String(maxPeers),
      preferSameDepartment,
      useCalibration,
      release,
      peerNomination,
      nominationEndDate: nominationEndDate ?? '',
      maxEvaluations: maxEvaluations?.toString() ?? '',
      reminders: { daysBefore: reminders.daysBefore.map(String), sendOpening: reminders.sendOpening },
      weights: {
        Self: String(weights.Self),
        Manager: String(weights.Manager),
        Peer: String(weights.Peer),
        DirectReport: String(weights.DirectReport),
        Stakeholder: String(weights.Stakeholder),
      },
      subjects: toTypedSubjects(cycle?.settings.subjects ?? null),
    },
  };
}

function toBody(
  { name, description, templateId, startDate, endDate, settings }: Typed,
  isFixed: boolean,
  isOpened: boolean,
): Body {
  const { weights } = settings;
  return {
    name,
    description: description || null,
    ...(isFixed ? {} : { templateId: templateId || null }),
    startDate: startDate || null,
    endDate: endDate || null,
    settings: {
      minPeers: Number(settings.minPeers),
      maxPeers: Number(settings.maxPeers),
      preferSameDepartment: settings.preferSameDepartment,
      useCalibration: settings.useCalibration,
      release: settings.release,
      peerNomination: settings.peerNomination,
      nominationEndDate: settings.nominationEndDate || null,
      maxEvaluations: settings.maxEvaluations === '' ? null : Number(settings.maxEvaluations),
      reminders: {
        daysBefore: settings.reminders.daysBefore.map(Number),
        sendOpening: settings.reminders.sendOpening,
      },
      weights: {
        Self: Number(weights.Self),
        Manager: Number(weights.Manager),
        Peer: Number(weights.Peer),
        DirectReport: Number(weights.DirectReport),
        Stakeholder: Number(weights.Stakeholder),
      },
      ...(isOpened ? {} : { subjects: toSubjects(settings.subjects) }),
    },
  };
}
