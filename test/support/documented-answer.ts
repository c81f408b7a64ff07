import type { Response } from 'supertest';
import { type AnswerSchemas, answerSchemas } from './answer-schemas';
import { type Operation, readDocument } from './operations';

let schemas: AnswerSchemas | undefined;

/** Throws when an answer of the internal API is not what its document declares: the status, and the body by its schema. */
export function assertDocumented(operation: Operation, answer: Response): void {
  const { status, text } = answer;
  const declared = operation.responses[String(status)];
  if (!declared) throw new Error(`${operation.name} answers ${status}, which the document does not declare: ${text}`);
  const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  if (type !== 'application/json') return;
  if (!declared.content) throw new Error(`${operation.name} ${status} has a body that the document does not declare.`);
  schemas ??= answerSchemas(readDocument('internal'));
  const found = schemas.problems(operation, status, type, answer.body);
  // An error may carry members of its own, such as the present `status` or `revision`.
  const problems = status < 400 ? found : found.filter((problem) => !problem.includes('additionalProperty'));
  if (problems.length > 0) throw new Error(`${operation.name} ${status}: ${problems.join('; ')}`);
}
