import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { RESPOND_ASYNC } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { type Cycle, isOver } from './cycle-state';
import { LeftOut } from './left-out';
import { Step } from './step';
import { StepButton } from './step-button';
import { StepJob } from './step-job';
import { Unscored } from './unscored';
import { useCycleJob } from './use-cycle-job';
import { WithoutManager } from './without-manager';
import buttonStyles from '../../ui/button.module.css';

interface GenerateProps {
  cycle: Cycle;
  isNext: boolean;
}

/** "Generate evaluations": who is evaluated, by themselves and by their managers. */
export function Generate({ cycle, isNext }: GenerateProps): ReactNode {
  const t = useTranslations('cycle');
  const format = useFormatter();
  const address = useAddress();
  const { id, generatedAt, templateId, counts } = cycle;
  const name = t('generate.name');
  const job = useCycleJob(cycle, { type: 'evaluation.generate', step: name });
  const run = (): Promise<unknown> =>
    job.start(() =>
      api.POST('/api/evaluation-cycles/{id}/generate-evaluations', {
        params: { path: { id } },
        headers: RESPOND_ASYNC,
      }),
    );
  return (
    <Step
      name={name}
      state={generatedAt !== null ? 'done' : isNext ? 'next' : 'later'}
      actions={
        templateId === null ? (
          <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'settings' })}>
            {t('generate.chooseTemplate')}
          </Link>
        ) : (
          !isOver(cycle) && (
            <StepButton name={name} isNext={isNext} isBusy={job.isBusy} onConfirm={run}>
              <WhatIsGenerated cycle={cycle} />
              {generatedAt !== null && <WithoutManager cycleId={id} />}
              {generatedAt !== null && <p>{t(againText(cycle))}</p>}
              <WhoHearsOfIt cycle={cycle} />
            </StepButton>
          )
        )
      }
    >
      {templateId === null && <p>{t('generate.needsTemplate')}</p>}
      {templateId !== null && generatedAt === null && <WhatIsGenerated cycle={cycle} />}
      {generatedAt !== null && (
        <>
          <p>
            {t('generate.done', {
              subjects: counts.subjects,
              participants: counts.participants,
              date: format.dateTime(new Date(generatedAt), { dateStyle: 'medium' }),
            })}
          </p>
          {cycle.status === 'Draft' && <WithoutManager cycleId={id} />}
          {!isOver(cycle) && <p className="muted">{t(againText(cycle))}</p>}
        </>
      )}
      <StepJob cycle={cycle} type="evaluation.generate" />
    </Step>
  );
}

/** Whether those who become evaluators get an email. */
function WhoHearsOfIt({ cycle: { status, announcedAt } }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle.mail');
  return <p>{t(status !== 'Draft' && announcedAt !== null ? 'later' : 'none')}</p>;
}

const againText = ({ status }: Cycle): 'generate.againDraft' | 'generate.again' =>
  status === 'Draft' ? 'generate.againDraft' : 'generate.again';

/** For how many evaluations are made, and who would get no score; read where it is said, before the generation or in its question. */
function WhatIsGenerated({ cycle: { id, template, generatedAt } }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('cycle');
  const preparation = useRead('/api/evaluation-cycles/{id}/preparation', { path: { id } });
  return (
    <>
      <p>{t('generate.text', { count: preparation.data?.subjects.count ?? 0, template: template ?? '' })}</p>
      {preparation.data && <LeftOut subjects={preparation.data.subjects} />}
      {preparation.data && <Unscored preparation={preparation.data} isGenerated={generatedAt !== null} />}
    </>
  );
}

interface AssignProps {
  cycle: Cycle;
  /** Evaluations are generated, and the cycle is not over. */
  canAssign: boolean;
  /** Evaluators of this type that there are already. */
  assigned: number;
  isNext: boolean;
}

/** "Assign peers", with a plan that can be looked at before. */
export function AssignPeers({ cycle, canAssign, assigned, isNext }: AssignProps): ReactNode {
  const t = useTranslations('cycle');
  const address = useAddress();
  const { id, settings } = cycle;
  const { minPeers, maxPeers, preferSameDepartment } = settings;
  const name = t('peers.name');
  const preview = useCycleJob(cycle, { type: 'evaluation.assign-peers', step: t('peers.preview') });
  const assignment = useCycleJob(cycle, { type: 'evaluation.assign-peers', step: name });
  const path = { path: { id } };
  const plan = async (): Promise<void> => {
    const job = await preview.start(() =>
      api.POST('/api/evaluation-cycles/{id}/auto-assign-peers', {
        params: { ...path, query: { dryRun: true } },
        headers: RESPOND_ASYNC,
      }),
    );
    if (job) address.change({ plan: job.id, page: '', search: '' });
  };
  const hasNominations = settings.peerNomination !== 'Off';
  const plain = preferSameDepartment ? 'peers.textSameDepartment' : 'peers.text';
  const text = t(hasNominations ? 'peers.textNominations' : plain, { minPeers, maxPeers });
  if (isOver(cycle))
    return <AssignedStep name={name}>{assigned > 0 && t('peers.done', { count: assigned })}</AssignedStep>;
  return (
    <Step
      name={name}
      state={stateOf({ canAssign, assigned, isNext })}
      actions={
        <>
          {hasNominations && (
            <Link className={buttonStyles.button} href={`/cycles/${id}/nominations`}>
              {t('nominations')}
            </Link>
          )}
          <Button isBusy={preview.isBusy} disabled={!canAssign} onClick={() => void plan()}>
            {t('peers.preview')}
          </Button>
          <StepButton
            name={name}
            isNext={isNext}
            isBusy={assignment.isBusy}
            isDisabled={!canAssign}
            onConfirm={() =>
              assignment.start(() =>
                api.POST('/api/evaluation-cycles/{id}/auto-assign-peers', { params: path, headers: RESPOND_ASYNC }),
              )
            }
          >
            <p>{text}</p>
            <p>{t('peers.ask', { count: cycle.counts.subjects })}</p>
            <WhoHearsOfIt cycle={cycle} />
          </StepButton>
        </>
      }
    >
      {assigned > 0 && <p>{t('peers.done', { count: assigned })}</p>}
      <p className={assigned > 0 ? 'muted' : undefined}>{text}</p>
      <StepJob cycle={cycle} type="evaluation.assign-peers" except={address.get('plan')} />
    </Step>
  );
}

export function AssignDirectReports({ cycle, canAssign, assigned, isNext }: AssignProps): ReactNode {
  const t = useTranslations('cycle');
  const name = t('reports.name');
  const job = useCycleJob(cycle, { type: 'evaluation.assign-direct-reports', step: name });
  const params = { path: { id: cycle.id } };
  if (isOver(cycle))
    return <AssignedStep name={name}>{assigned > 0 && t('reports.done', { count: assigned })}</AssignedStep>;
  return (
    <Step
      name={name}
      state={stateOf({ canAssign, assigned, isNext })}
      actions={
        <StepButton
          name={name}
          isNext={isNext}
          isBusy={job.isBusy}
          isDisabled={!canAssign}
          onConfirm={() =>
            job.start(() =>
              api.POST('/api/evaluation-cycles/{id}/auto-assign-direct-reports', { params, headers: RESPOND_ASYNC }),
            )
          }
        >
          <p>{t('reports.text')}</p>
          <p>{t('reports.ask', { count: cycle.counts.subjects })}</p>
          <WhoHearsOfIt cycle={cycle} />
        </StepButton>
      }
    >
      {assigned > 0 && <p>{t('reports.done', { count: assigned })}</p>}
      <p className={assigned > 0 ? 'muted' : undefined}>{t('reports.text')}</p>
      <StepJob cycle={cycle} type="evaluation.assign-direct-reports" />
    </Step>
  );
}

/** A step of a cycle that is over: what it has added; nothing when it was not taken. */
function AssignedStep({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    children !== false && (
      <Step name={name} state="done">
        <p>{children}</p>
      </Step>
    )
  );
}

function stateOf({ canAssign, assigned, isNext }: Omit<AssignProps, 'cycle'>): 'done' | 'next' | 'possible' | 'later' {
  if (assigned > 0) return 'done';
  if (isNext) return 'next';
  return canAssign ? 'possible' : 'later';
}
