import type { Request } from 'express';
import { badRequest, ODataError } from './odata-error';

/** The version of OData that an answer follows. */
export type ODataVersion = '4.0' | '4.01';

/** What the request asks of the form of its answer. */
export interface AnswerForm {
  version: ODataVersion;
  format: 'json' | 'xml';
  /** Without `@odata.context`. */
  isBare: boolean;
}

/** 4.01, unless the client knows 4.0 at most; throws 400 for clients of older versions. */
export function answerVersion(request: Request): ODataVersion {
  const most = request.header('odata-maxversion')?.trim() ?? request.header('odata-version')?.trim();
  if (most === undefined) return '4.01';
  if (!/^\d+(\.\d+)?$/.test(most) || Number(most) < 4) throw badRequest('This service answers OData 4.0 and 4.01.');
  return Number(most) < 4.01 ? '4.0' : '4.01';
}

/** How the answer is written: `$format`, else the `Accept` header; throws 406 when none of the offered formats is among them. */
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

/** The content type of a JSON answer. */
export function jsonType({ version, isBare }: AnswerForm): string {
  const parameter = version === '4.0' ? 'odata.metadata' : 'metadata';
  return `application/json;${parameter}=${isBare ? 'none' : 'minimal'};charset=utf-8`;
}
