import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import { TextDecision } from './text-decision';
import styles from './privacy-request.module.css';

const PATH = '/api/privacy-requests';
const PAGE_SIZE = 50;

/** What others wrote elsewhere that mentions the person, to decide what is redacted. */
export function Mentions({ id, isOpen }: { id: string; isOpen: boolean }): ReactNode {
  const t = useTranslations('privacyRequests');
  const address = useAddress();
  const query = { page: address.page, pageSize: PAGE_SIZE };
  const list = useRead('/api/privacy-requests/{id}/mentions', { path: { id }, query }, { keepPrevious: true });
  const decide = useSend(
    ({ mentionId, decision }: { mentionId: string; decision: 'Redact' | 'Keep' }) =>
      answered(
        api.PUT('/api/privacy-requests/{id}/mentions/{mentionId}', {
          params: { path: { id, mentionId } },
          body: { decision },
        }),
      ),
    { refreshes: [PATH] },
  );
  return (
    <section className="stack" aria-labelledby="privacy-mentions">
      <h2 id="privacy-mentions">{t('mentions')}</h2>
      <p className="muted">{t('mentionsText')}</p>
      <Loaded read={list}>
        {(shown) => (
          <Paged shown={shown} isQuiet>
            {shown.totalCount === 0 && <p>{t('noMentions')}</p>}
            <ul className={styles.privacyTexts}>
              {shown.items.map(({ id: mentionId, where, text, decision }) => (
                <TextDecision
                  key={mentionId}
                  where={where}
                  text={text}
                  decided={
                    decision === null
                      ? undefined
                      : decision === 'Redact'
                        ? { caption: t('redacted'), tone: 'good' }
                        : { caption: t('willBeKept'), tone: 'warn' }
                  }
                  undecided={t('undecided')}
                  isOpen={isOpen}
                  choices={(['Redact', 'Keep'] as const).map((choice) => ({
                    caption: choice === 'Redact' ? t('redact') : t('keep'),
                    label: t(choice === 'Redact' ? 'redactText' : 'keepText', { text }),
                    isChosen: decision === choice,
                    onChoose: () => decide.mutate({ mentionId, decision: choice }),
                  }))}
                />
              ))}
            </ul>
          </Paged>
        )}
      </Loaded>
    </section>
  );
}
