import { Body, Controller, Get, Put, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { getMyPreferences, replaceMyPreferences } from './my-preferences.service';
import type { Preferences } from './my-profile.dto';

@Route('api/my-profile/preferences')
@Tags('My profile')
@Security('jwt', ['profile:use'])
export class MyPreferencesController extends Controller {
  /**
   * Returns what the console stores with your account, such as the views of its lists; an empty object at first.
   * @summary Get your preferences
   */
  @Get()
  public async getMyPreferences(): Promise<Preferences> {
    return getMyPreferences();
  }

  /**
   * Replaces your preferences with a JSON object of at most 16 kB and returns them.
   * @summary Replace your preferences
   */
  @Put()
  @Response<ErrorBody>(400, 'VALIDATION: not an object, or larger than 16 kB')
  public async replaceMyPreferences(@Body() body: Preferences): Promise<Preferences> {
    await replaceMyPreferences(body);
    return body;
  }
}
