import type { Model } from 'mongoose';
import { EmailSettingsModel, emailPasswordPurpose } from '../../../shared/comms/email-settings.model';
import { WebhookModel, webhookPurpose } from '../../../shared/comms/webhooks/webhook.model';
import { rowBatches } from '../../../shared/db/batches';
import { bulkUpdate } from '../../../shared/db/bulk';
import type { TenantRow } from '../../../shared/db/rows';
import { sealedAgain } from '../../../shared/kernel/encryption';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { PersonKeyModel } from '../../../shared/platform/person-key.model';
import { personKeyPurpose } from '../../../shared/platform/person-keys.store';
import { clientSecretPurpose, SignInSettingsModel } from '../../../shared/platform/sso/sign-in-settings.model';
import { twoFactorPurpose } from '../../platform/two-factor/two-factor-secrets';

export interface RotatedSecrets {
  rewritten: number;
  /** Secrets that no key decrypts: they were lost before. */
  unreadable: number;
}

/** One kind of secret that is encrypted with DATA_KEY. */
export interface SealedField {
  /** The name for operators, such as "mail passwords". */
  what: string;
  /** Encrypts the secrets of the context's scope again with the first key that another one encrypted. */
  rotate: () => Promise<RotatedSecrets>;
}

/** Every field that `encrypt` writes. */
export const SEALED_FIELDS: readonly SealedField[] = [
  sealedField('mail passwords', EmailSettingsModel, 'sealedPassword', emailPasswordPurpose),
  sealedField('client secrets', SignInSettingsModel, 'sso.sealedClientSecret', clientSecretPurpose),
  sealedField('two-factor secrets', CredentialModel, 'twoFactorSecret', twoFactorPurpose),
  sealedField('two-factor secrets under setup', CredentialModel, 'pendingTwoFactorSecret', twoFactorPurpose),
  sealedField('addresses of webhooks', WebhookModel, 'sealedUrl', webhookPurpose),
  sealedField('webhook secrets', WebhookModel, 'sealedSecret', webhookPurpose),
  sealedField('former webhook secrets', WebhookModel, 'sealedFormerSecret', webhookPurpose),
  sealedField('keys of people', PersonKeyModel, 'sealedKey', personKeyPurpose),
];

function sealedField<T extends TenantRow>(
  what: string,
  model: Model<T>,
  path: string,
  purposeOf: (id: string) => string,
): SealedField {
  const root = path.split('.')[0] as keyof T & string;
  const rotate = async (): Promise<RotatedSecrets> => {
    const found = { rewritten: 0, unreadable: 0 };
    for await (const rows of rowBatches(model, {}, { fields: ['_id', root] })) {
      const updates = rows.flatMap((row) => {
        const sealed = valueAt(row, path);
        if (typeof sealed !== 'string') return [];
        try {
          const again = sealedAgain(sealed, purposeOf(row._id));
          return again === null ? [] : [toUpdate(row._id, path, sealed, again)];
        } catch {
          found.unreadable += 1;
          return [];
        }
      });
      found.rewritten += await bulkUpdate(model, updates);
    }
    return found;
  };
  return { what, rotate };
}

function valueAt(row: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);
}

/** Updates only a secret that has not changed: a new one is encrypted with a current key anyway. */
function toUpdate(_id: string, path: string, before: string, after: string) {
  return { updateOne: { filter: { _id, [path]: before }, update: { $set: { [path]: after } }, timestamps: false } };
}
