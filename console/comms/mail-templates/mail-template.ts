import type { ReadResult } from '../../http/use-read';

export type MailTemplate = ReadResult<'/api/email-templates/{id}'>;
