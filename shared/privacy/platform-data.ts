import { EmailSettingsModel } from '../comms/email-settings.model';
import { EmailTemplateModel } from '../comms/email-template.model';
import { MailDeliveryModel } from '../comms/mail/mail-delivery.model';
import { NotificationModel } from '../comms/notification.model';
import { SumModel } from '../evaluation/cycles/sum.model';
import { StoredFileModel } from '../infra/stored-file.model';
import { RunFenceModel } from '../jobs/fence.model';
import { ImportReportPartModel } from '../jobs/import-report.model';
import { JobModel } from '../jobs/job.model';
import { ScheduleModel } from '../jobs/schedule.model';
import { MetaModel } from '../migrations/meta.model';
import { CredentialModel } from '../platform/accounts/credential.model';
import { DeviceModel } from '../platform/accounts/device.model';
import { EmailChangeModel } from '../platform/accounts/email-change.model';
import { PreferencesModel } from '../platform/accounts/preferences.model';
import { UserModel } from '../platform/accounts/user.model';
import { ApiKeyModel } from '../platform/api-key.model';
import { AuditBeginningModel, AuditDraftModel, AuditHeadModel, AuditLogModel } from '../platform/audit/audit-log.model';
import { AuditPositionModel } from '../platform/audit/audit-position.model';
import { PasswordResetRequestModel } from '../platform/passwords/password-reset-request.model';
import { PersonKeyModel } from '../platform/person-key.model';
import { PlanUsageModel } from '../platform/plan-usage.model';
import { PlanModel } from '../platform/plan.model';
import { ScimCallModel } from '../platform/scim-call.model';
import { ScimTokenModel } from '../platform/scim-token.model';
import { SessionModel } from '../platform/session.model';
import { SignInSettingsModel } from '../platform/sso/sign-in-settings.model';
import { SsoAttemptModel } from '../platform/sso/sso-attempt.model';
import { TenantModel } from '../platform/tenant.model';
import { declare, declareImpersonal, type Link, type PersonalData } from './personal-data';

/** Rows that are deleted with the account. */
const ACCOUNT: Link = { names: 'account', whose: 'subject', rows: 'deleted', access: 'rows' };
/** The actor: the id remains, but no longer identifies anyone. */
const ACTOR: Link = { names: 'account', whose: 'actor', rows: 'kept', access: 'none' };

const AUDITED = {
  purpose: 'Proves who changed what, and when',
  seenBy: 'TenantAdmin',
  kept: 'The months that retention.auditMonths says, otherwise for good',
  links: {
    actorId: { names: 'account', whose: 'actor', rows: 'unreadable', access: 'view' },
    entityId: { names: 'employee', whose: 'subject', rows: 'unreadable', access: 'view' },
  },
  fields: {
    eventType: 'none',
    entityType: 'none',
    entityId: 'subject: kept',
    actorId: 'actor: kept',
    actorEmail: 'actor: unreadable',
    actorType: 'none',
    occurredAt: 'none',
    ip: 'actor: unreadable',
    userAgent: 'actor: unreadable',
    requestId: 'none',
    changes: 'subject: unreadable',
    format: 'none',
  },
} as const;

/** Personal data of accounts, sign-in, files, jobs, messages and the audit log. */
export const PLATFORM_DATA: readonly PersonalData[] = [
  declare(UserModel, {
    purpose: 'Lets a person sign in',
    seenBy: 'The person; TenantAdmin',
    kept: 'Until erasure',
    links: {
      _id: ACCOUNT,
    },
    fields: {
      email: 'subject: deleted',
      fullName: 'subject: deleted',
      roles: 'subject: deleted',
      isActive: 'subject: deleted',
      deactivatedBecause: 'subject: deleted',
      employeeId: 'subject: deleted',
      locale: 'subject: deleted',
      avatarFileId: 'subject: deleted',
      searchText: 'secret',
    },
  }),
  declare(CredentialModel, {
    purpose: 'Proves who signs in',
    seenBy: 'No one',
    kept: 'Until erasure',
    links: { _id: ACCOUNT },
    fields: {
      passwordHash: 'secret',
      temporaryUntil: 'subject: deleted',
      mustChangePassword: 'subject: deleted',
      failedSignIns: 'subject: deleted',
      lockedUntil: 'subject: deleted',
      lastSignInAt: 'subject: deleted',
      twoFactorSecret: 'secret',
      pendingTwoFactorSecret: 'secret',
      twoFactorStep: 'secret',
      temporaryPasswordJobId: 'secret',
      resetTokenHash: 'secret',
      resetTokenUntil: 'subject: deleted',
      resetRequestId: 'secret',
      resetMailedAt: 'subject: deleted',
      ssoIssuer: 'subject: deleted',
      ssoSubject: 'subject: deleted',
      mayUsePassword: 'subject: deleted',
    },
  }),
  declare(SessionModel, {
    purpose: 'Keeps a person signed in',
    seenBy: 'The person',
    kept: '30 days after it ends',
    links: { userId: ACCOUNT },
    fields: {
      userId: 'subject: deleted',
      refreshHash: 'secret',
      previousHash: 'secret',
      rotatedAt: 'subject: deleted',
      rotations: 'subject: deleted',
      cookieHash: 'secret',
      lastSeenAt: 'subject: deleted',
      expiresAt: 'subject: deleted',
      revokedAt: 'subject: deleted',
      userAgent: 'subject: deleted',
      ip: 'subject: deleted',
      network: 'subject: deleted',
      sso: 'subject: deleted',
    },
  }),
  declare(DeviceModel, {
    purpose: 'Knows a browser again that signed a person in',
    seenBy: 'No one',
    kept: 'A year after its last sign-in',
    links: { userId: ACCOUNT },
    fields: {
      userId: 'subject: deleted',
      tokenHash: 'secret',
      failedSignIns: 'subject: deleted',
      lockedUntil: 'subject: deleted',
      lastSignInAt: 'subject: deleted',
    },
  }),
  declare(PreferencesModel, {
    purpose: 'Keeps how a person uses the console, such as views of lists',
    seenBy: 'The person',
    kept: 'Until erasure',
    links: { _id: ACCOUNT },
    fields: { content: 'subject: deleted' },
  }),
  declare(EmailChangeModel, {
    purpose: 'Tells the former email of an account that it has changed',
    seenBy: 'No one',
    kept: 'Until the message was sent, at most a day',
    links: {
      userId: ACCOUNT,
      email: { names: 'email', whose: 'subject', rows: 'deleted', access: 'rows' },
    },
    fields: { userId: 'subject: deleted', email: 'subject: deleted' },
  }),
  declare(PasswordResetRequestModel, {
    purpose: 'Sends a password reset link',
    seenBy: 'No one',
    kept: 'At most a day',
    links: { email: { names: 'email', whose: 'subject', rows: 'deleted', access: 'rows' } },
    fields: { email: 'subject: deleted' },
  }),
  declare(PersonKeyModel, {
    purpose: 'Encrypts what the audit log stores about a person',
    seenBy: 'No one',
    kept: 'The key until erasure; its id stays, so that no new key is made',
    links: {},
    fields: { sealedKey: 'secret', destroyedAt: 'none' },
  }),
  declare(ApiKeyModel, {
    purpose: 'Opens the public API to programs of the organization',
    seenBy: 'TenantAdmin',
    kept: 'For good',
    links: { createdBy: ACTOR },
    fields: {
      name: 'none',
      prefix: 'none',
      hash: 'secret',
      scopes: 'none',
      expiresAt: 'none',
      revokedAt: 'none',
      lastUsedAt: 'none',
      createdBy: 'actor: kept',
    },
  }),
  declare(ScimTokenModel, {
    purpose: 'Opens provisioning to the identity provider of the organization',
    seenBy: 'TenantAdmin',
    kept: 'For good',
    links: { createdBy: ACTOR },
    fields: {
      name: 'none',
      prefix: 'none',
      hash: 'secret',
      revokedAt: 'none',
      lastUsedAt: 'none',
      createdBy: 'actor: kept',
      callCounts: 'none',
    },
  }),
  declare(ScimCallModel, {
    purpose: 'Shows administrators what the identity provider called, without what it sent',
    seenBy: 'TenantAdmin',
    kept: 'Of each token the last 50, and the last 50 that were refused',
    links: {},
    fields: {
      tokenId: 'none',
      list: 'none',
      sequence: 'none',
      at: 'none',
      method: 'none',
      path: 'none',
      status: 'none',
      detail: 'none',
    },
  }),
  declare(StoredFileModel, {
    purpose: 'Photos, evidence of development plans, exports, imported files and answers to privacy requests',
    seenBy:
      'Its creator; HR; for evidence whoever may see the plan; answers to privacy requests only TenantAdmin and the person',
    kept: 'Exports and imported files 24 hours, answers to privacy requests 30 days, the others until they are deleted',
    links: {
      createdBy: {
        names: 'account',
        whose: 'actor',
        rows: 'deleted',
        access: 'view',
        only: { subjectEmployeeId: null },
      },
      subjectEmployeeId: { names: 'employee', whose: 'subject', rows: 'deleted', access: 'view' },
    },
    fields: {
      name: ['subject: deleted', 'actor: deleted'],
      contentType: ['subject: deleted', 'actor: deleted'],
      size: ['subject: deleted', 'actor: deleted'],
      sha256: 'none',
      purpose: ['subject: deleted', 'actor: deleted'],
      createdBy: 'actor: deleted',
      subjectEmployeeId: 'subject: deleted',
    },
  }),
  declare(JobModel, {
    purpose: 'Work in the background: imports, exports, mailings',
    seenBy: 'Who asked for it; HR',
    kept: '30 days after its end',
    links: { requestedBy: ACTOR },
    fields: {
      type: 'none',
      status: 'none',
      payload: 'subject: emptied',
      progress: 'none',
      result: 'subject: emptied',
      error: 'subject: emptied',
      fileId: 'none',
      requestedBy: 'actor: kept',
      requestId: 'none',
      runToken: 'none',
      leaseUntil: 'none',
      runs: 'none',
      failures: 'none',
      deaths: 'none',
      sweepAfter: 'none',
      startedAt: 'none',
      finishedAt: 'none',
    },
  }),
  declare(ImportReportPartModel, {
    purpose: 'Says what became of each row of an imported file',
    seenBy: 'Who asked for the import; HR',
    kept: 'As long as the job of the import',
    links: {},
    fields: { jobId: 'none', part: 'none', counts: 'none', rows: 'subject: emptied' },
  }),
  declare(NotificationModel, {
    purpose: 'Tells a person what happened',
    seenBy: 'The person',
    kept: 'Until erasure; a name of someone erased is replaced in those of others',
    links: { userId: ACCOUNT },
    fields: {
      userId: 'subject: deleted',
      type: 'subject: deleted',
      title: 'subject: deleted',
      body: 'subject: deleted',
      link: 'subject: deleted',
      readAt: 'subject: deleted',
    },
  }),
  declare(MailDeliveryModel, {
    purpose: 'Sends each email of a mailing once',
    seenBy: 'HR, as counts and failures',
    kept: 'Until erasure',
    links: { employeeId: { names: 'employee', whose: 'subject', rows: 'deleted', access: 'rows' } },
    fields: {
      triggerId: 'none',
      employeeId: 'subject: deleted',
      status: 'subject: deleted',
      attempts: 'subject: deleted',
      reason: 'subject: deleted',
    },
  }),
  declare(AuditLogModel, {
    ...AUDITED,
    fields: { ...AUDITED.fields, sequence: 'none', hash: 'none', resealed: 'none' },
  }),
  declare(AuditDraftModel, AUDITED),
  declareImpersonal(AuditHeadModel, 'sequence', 'hash', 'seal'),
  declareImpersonal(AuditPositionModel, 'sequence'),
  declareImpersonal(AuditBeginningModel, 'sequence', 'hash', 'resealedThrough', 'seal'),
  declareImpersonal(RunFenceModel, 'jobId', 'run', 'session'),
  declareImpersonal(ScheduleModel, 'nextAt'),
  declareImpersonal(MetaModel, 'version', 'appVersion', 'at', 'done', 'total'),
  declareImpersonal(PlanModel, 'name', 'maxEmployees', 'maxCyclesPerYear', 'isActive', 'searchText'),
  declareImpersonal(PlanUsageModel, 'counter', 'used'),
  declareImpersonal(
    TenantModel,
    'name',
    'slug',
    'status',
    'planId',
    'locale',
    'timezone',
    'onboardingCompleted',
    'onboarding',
    'settings',
    'searchText',
  ),
  declareImpersonal(EmailSettingsModel, 'host', 'port', 'secure', 'user', 'sealedPassword', 'fromName', 'fromAddress'),
  declareImpersonal(SignInSettingsModel, 'sso', 'twoFactor', 'sessionIdleMinutes', 'sessionDays'),
  // Belongs to a browser at the provider, for ten minutes; its owner is unknown.
  declareImpersonal(SsoAttemptModel, 'stateHash', 'browserHash', 'nonce', 'issuer', 'clientId', 'next', 'expiresAt'),
  declareImpersonal(SumModel, 'account', 'part', 'values', 'isMerged'),
  declareImpersonal(EmailTemplateModel, 'key', 'locale', 'subject', 'body'),
];
