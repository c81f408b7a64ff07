import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { TextArea } from '../../form/fields';
import { Form } from '../../form/form';
import { answered, api } from '../../http/client';
import { refresh } from '../../http/query-client';
import { type ReadResult, useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { CancelButton } from '../../ui/cancel-button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import { TextDecision } from './text-decision';
import styles from './privacy-request.module.css';

type Comment = ReadResult<'/api/privacy-requests/{id}/comments'>['items'][number];

const PATH = '/api/privacy-requests';
const PAGE_SIZE = 50;
const MAX_REASON = 1_000;

/** What others wrote about the person, to decide which of it the file shows. */
export function Comments({ id, isOpen }: { id: string; isOpen: boolean }): ReactNode {
  const t = useTranslations('privacyRequests');
  const types = useTranslations('evaluatorType');
  const address = useAddress();
  const [withheld, setWithheld] = useState<Comment | null>(null);
  const query = { page: address.page, pageSize: PAGE_SIZE };
  const list = useRead('/api/privacy-requests/{id}/comments', { path: { id }, query }, { keepPrevious: true });
  const release = useSend((commentId: string) => decide(id, commentId, { decision: 'Release' }), { refreshes: [PATH] });
  return (
    <section className="stack" aria-labelledby="privacy-comments">
      <h2 id="privacy-comments">{t('comments')}</h2>
      <p className="muted">{t('commentsText')}</p>
      <Loaded read={list}>
        {(shown) => (
          <Paged shown={shown} isQuiet>
            {shown.totalCount === 0 && <p>{t('noComments')}</p>}
            <ul className={styles.privacyTexts}>
              {shown.items.map((comment) => (
                <TextDecision
                  key={comment.id}
                  where={[types(comment.evaluatorType), comment.cycle, comment.item].join(' · ')}
                  text={comment.text}
                  decided={comment.decision ? DECIDED(t)[comment.decision] : undefined}
                  undecided={t('undecided')}
                  note={comment.reason}
                  isOpen={isOpen}
                  choices={[
                    {
                      caption: t('release'),
                      label: t('releaseText', { text: comment.text }),
                      isChosen: comment.decision === 'Release',
                      onChoose: () => release.mutate(comment.id),
                    },
                    {
                      caption: t('withhold'),
                      label: t('withholdText', { text: comment.text }),
                      isChosen: comment.decision === 'Withhold',
                      onChoose: () => setWithheld(comment),
                    },
                  ]}
                />
              ))}
            </ul>
          </Paged>
        )}
      </Loaded>
      {withheld && <WithholdDialog id={id} comment={withheld} onClose={() => setWithheld(null)} />}
    </section>
  );
}

const DECIDED = (t: ReturnType<typeof useTranslations<'privacyRequests'>>) =>
  ({
    Release: { caption: t('released'), tone: 'good' },
    Withhold: { caption: t('withheld'), tone: 'warn' },
  }) as const;

function decide(
  id: string,
  commentId: string,
  body: { decision: 'Release' | 'Withhold'; reason?: string },
): Promise<unknown> {
  const path = { id, commentId };
  return answered(api.PUT('/api/privacy-requests/{id}/comments/{commentId}', { params: { path }, body }));
}

interface WithholdDialogProps {
  id: string;
  comment: Comment;
  onClose: () => void;
}

/** The person is told how many comments were withheld, and why. */
function WithholdDialog({ id, comment, onClose }: WithholdDialogProps): ReactNode {
  const t = useTranslations('privacyRequests');
  return (
    <Dialog title={t('withholdTitle')} onClose={onClose}>
      <Form<{ reason: string }, unknown>
        name={`withhold-${comment.id}`}
        values={{ reason: comment.reason ?? '' }}
        action={t('withhold')}
        submit={({ reason }) => decide(id, comment.id, { decision: 'Withhold', reason })}
        onSaved={() => {
          void refresh(PATH);
          onClose();
        }}
        secondary={<CancelButton />}
      >
        <blockquote>{comment.text}</blockquote>
        <TextArea name="reason" label={t('reason')} hint={t('withholdHint')} required rows={2} maxLength={MAX_REASON} />
      </Form>
    </Dialog>
  );
}
