import type { Request } from 'express';
import { badRequest, ODataError } from './odata-error';

export type ODataVersion = '4.0' | '4.01';

export interface AnswerForm {
  version: ODataVersion;
  format: 'json' | 'xml';
  /** Without `@odata.context`. */
  isBare: boolean;
}

/** Returns 4.01, or 4.0 for clients that support no newer one; throws 400 for older clients. */
export function answerVersion(request: Request): ODataVersion {
  const most = request.header('odata-maxversion')?.trim() ?? request.header('odata-version')?.trim();
  if (most === undefined) return '4.01';
  if (!/^\d+(\.\d+)?$/.test(most) || Number(most) < 4) throw badRequest('This service answers OData 4.0 and 4.01.');
  return Number(most) < 4.01 ? '4.0' : '4.01';
}

/** Returns the format by `$format` or the `Accept` header; throws 406 when none of the offered formats is accepted. */
export function answerForm(
  request: Request,
  format: string | undefined,
  offered: readonly AnswerForm['format'][],
): AnswerForm {
  const version = answerVersion(request);
  const accepted = (format ?? request.header('accept') ?? '*/*').split(',').map(mediaRange);
  for (const { type, parameters } of accepted) {
    const found = offered.find((name) => accepts(type, name));
    if (found) return { version, format: found, isBare: /(^|;)(odata\.)?metadata=none(;|$)/.test(parameters) };
  }
  throw new ODataError(406, `The answer is available as ${offered.map((name) => `application/${name}`).join(' or ')}.`);
}

function mediaRange(text: string): { type: string; parameters: string } {
  const [type = '', ...parameters] = text.toLowerCase().replace(/\s/g, '').split(';');
  return { type, parameters: parameters.join(';') };
}

const accepts = (range: string, name: AnswerForm['format']): boolean =>
  ['*/*', 'application/*', `application/${name}`, name].includes(range);

export function jsonType({ version, isBare }: AnswerForm): string {
  const parameter = version === '4.0' ? 'odata.metadata' : 'metadata';
  return `application/json;${parameter}=${isBare ? 'none' : 'minimal'};charset=utf-8`;
}
