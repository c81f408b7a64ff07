import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { answered, api } from '../../http/client';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import { ImageUpload } from '../../ui/image-upload';
import type { Settings } from './settings-fields';

export function Logo({ settings: { branding, name } }: { settings: Settings }): ReactNode {
  const t = useTranslations('settings');
  const { logoFileId } = branding;
  return (
    <ImageUpload
      label={t('logoFile')}
      hint={t('logoHint')}
      removal={t('logoDelete')}
      isWide
      image={logoFileId ? { src: `/api/tenant-settings/logo?${logoFileId}`, alt: t('logoOf', { name }) } : null}
      upload={(file) =>
        answered(api.POST('/api/tenant-settings/logo', { body: fileBody(file) as never, ...AS_MULTIPART }))
      }
      remove={() => answered(api.DELETE('/api/tenant-settings/logo'))}
      refreshes={['/api/tenant-settings', '/api/my-profile']}
    />
  );
}
