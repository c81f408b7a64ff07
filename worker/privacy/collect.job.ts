import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import type { CollectedResult } from '../../shared/jobs/privacy-result';
import { derivedId } from '../../shared/kernel/ids';
import { decidableMentions } from '../../shared/privacy/erasure.store';
import { Mentions, namesOf } from '../../shared/privacy/mention.rules';
import { entriesOf, findPerson, idsOf, type Person } from '../../shared/privacy/person.store';
import { type PrivacyRequest, PrivacyRequestModel } from '../../shared/privacy/privacy-request.model';
import { findRequest } from '../../shared/privacy/privacy-request.store';
import { PrivacyKind, PrivacyStatus } from '../../shared/privacy/privacy-status';
import { type PrivacyText, PrivacyTextModel } from '../../shared/privacy/privacy-text.model';
import { receivedComments, undecided } from '../../shared/privacy/received-comments.store';
import { CALCULATING, defineJob, type Run } from '../define-job';

/** Finds the texts that a privacy request has to decide, and opens it for review; safe to repeat. */
export const collectPersonalData = defineJob({
  name: 'privacy.collect',
  retry: CALCULATING,
  onFailed: null,
  run: collect,
});

async function collect(run: Run<'privacy.collect'>): Promise<CollectedResult> {
  const request = await findRequest(run.payload.requestId);
  if (request.status !== PrivacyStatus.Collecting) return { decisions: 0 };
  const texts = await textsToDecide(request);
  await bulkInsert(PrivacyTextModel, texts, { eachChunk: (insert) => run.write(insert) });
  run.atEnd(async () => {
    await PrivacyRequestModel.updateOne(
      { _id: request._id, status: PrivacyStatus.Collecting },
      { $set: { status: PrivacyStatus.Review } },
    );
  });
  return { decisions: texts.length };
}

async function textsToDecide({ _id, kind, employeeId }: PrivacyRequest): Promise<NewRow<PrivacyText>[]> {
  if (employeeId === null) return [];
  const person = await findPerson(employeeId);
  if (kind === PrivacyKind.Erasure) return mentionRows(_id, person);
  return undecided(_id, await receivedComments(_id, idsOf(person, { names: 'employee' })));
}

/** Returns others' texts that mention a person as undecided rows with ids derived from their places. */
export async function mentionRows(requestId: string, person: Person): Promise<NewRow<PrivacyText>[]> {
  const mentions = new Mentions(namesOf(entriesOf(person), person.accounts), { strict: false });
  const rows: NewRow<PrivacyText>[] = [];
  for await (const { source, rowId, path } of decidableMentions(person, mentions)) {
    const _id = derivedId('privacy-mention', requestId, source, rowId, path);
    rows.push({ _id, requestId, source, rowId, path, decision: null, reason: null });
  }
  return rows;
}
