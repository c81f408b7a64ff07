import { Controller, Get, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import type { PingV1 } from './ping.dto';
import { readPing } from './ping.queries';

@Route('api/v1/ping')
@Tags('Key')
@Security('apiKey')
export class PingV1Controller extends Controller {
  /**
   * Verifies the API key and returns the organization that it reads.
   * @summary Verify the key
   */
  @Get()
  @Response<ErrorBody>(403, 'TENANT_SUSPENDED or TENANT_CANCELLED')
  @Response<ErrorBody>(429, 'RATE_LIMITED: wait for the seconds of `Retry-After`')
  public async ping(): Promise<PingV1> {
    return readPing();
  }
}
