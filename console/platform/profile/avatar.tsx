import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../app/session';
import { answered, api } from '../../http/client';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import { ImageUpload } from '../../ui/image-upload';

/** Your image. */
export function Avatar(): ReactNode {
  const t = useTranslations('profile');
  const { avatarFileId, fullName } = useProfile();
  return (
    <section className="card" aria-labelledby="profile-avatar">
      <h2 id="profile-avatar">{t('avatar')}</h2>
      <ImageUpload
        label={t('avatarFile')}
        hint={t('avatarHint')}
        removal={t('avatarDelete')}
        image={avatarFileId ? { src: `/api/my-profile/avatar?${avatarFileId}`, alt: fullName } : null}
        upload={(file) =>
          answered(api.POST('/api/my-profile/avatar', { body: fileBody(file) as never, ...AS_MULTIPART }))
        }
        remove={() => answered(api.DELETE('/api/my-profile/avatar'))}
        refreshes={['/api/my-profile']}
      />
    </section>
  );
}
